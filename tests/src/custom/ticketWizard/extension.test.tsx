import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { requested } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { beginType, chooseCustomer, heading, next, openWizard, press, user } from './support/openWizard.tsx';
import { LONG, servedWizard } from './support/servedWizard.ts';
import { state } from './support/wizardServer.ts';

servedWizard();

const OPEN_TITLE = { nro: '780/1', dtVenc: '2026-12-30', valor: '10.00' };

describe('extension in the wizard', () => {
  it(
    'clears the other party when the responsible is switched',
    async () => {
      await openWizard();
      await beginType(/^Solicitação/, /Prorrogação/, /Atraso na entrega/);
      await chooseCustomer();
      state.invoices = [
        ...state.invoices.map((invoice) => ({ ...invoice, titulos: [OPEN_TITLE] })),
        ...state.invoices.map((invoice) => ({
          ...invoice,
          id: 9,
          chave: '9'.repeat(44),
          numNf: 999,
          titulos: [],
        })),
      ];
      await next();
      await screen.findByText('Sem título em aberto');
      expect(screen.queryByRole('button', { name: 'Adicionar nota 999' })).not.toBeInTheDocument();
      await press('Adicionar nota 780');
      await expectNoAxeViolations();
      await next();
      await heading('Informe os dados de prorrogação');
      await user.click(screen.getByRole('radio', { name: 'Transportadora' }));
      await user.click(await screen.findByRole('combobox', { name: /^Transportadora/ }));
      await user.click(await screen.findByRole('option', { name: 'Rodo Minas' }));
      const days = screen.getByRole('textbox', { name: /^Dias de atraso/ });
      await user.type(days, '400{Enter}');
      expect(screen.getByText('Informe de 1 a 365 dias de atraso.')).toBeVisible();
      expect(days).toBeInvalid();
      await waitFor(() => expect(days).toHaveFocus());
      await user.clear(days);
      await user.type(days, '12');
      await user.click(screen.getByRole('radio', { name: 'Representante' }));
      expect(screen.getAllByText('Escolha o representante.').length).toBeGreaterThan(0);
      await user.click(await screen.findByRole('combobox', { name: /^Representante/ }));
      await user.click(await screen.findByRole('option', { name: 'Alícia Batista' }));
      await expectNoAxeViolations();
      await user.type(days, '{Enter}');
      await heading('Confirme as informações');
      await press('Enviar solicitação');
      await screen.findByText('Ticket 4711 aberto com sucesso.');
      expect(state.created[0]?.body).toMatchObject({
        responsavel_prorrogacao: 'REPRESENTANTE',
        responsavel_prorrogacao_id: 9,
        transportadora_id: null,
        dias_atraso_prorrogacao: 12,
        notas: [state.invoices[0]?.chave],
      });
      await press('Ok, fechar');
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(requested).toContain(`GET /sac/tickets/notasfiscais/7/1?${withTitles()}`);
    },
    LONG,
  );

  const withTitles = () =>
    requested.find((call) => call.includes('withTitulos=2'))?.split('?')[1] ?? 'withTitulos=2';
});
