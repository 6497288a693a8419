import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { requested } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { beginType, choose, heading, next, openWizard, press, user } from './support/openWizard.tsx';
import { LONG, servedWizard } from './support/servedWizard.ts';
import { state } from './support/wizardServer.ts';

servedWizard();

describe('consumer-final mode', () => {
  it(
    'is a switch with a form for staff, and needs no customer',
    async () => {
      await openWizard();
      await beginType(/^Reclamação/, /Qualidade/, /Sabor/);
      await choose(/^Origem/, 'Telefone');
      expect(screen.queryByRole('group', { name: 'Consumidor final' })).not.toBeInTheDocument();
      await user.click(screen.getByRole('switch', { name: 'Ticket de consumidor final' }));
      const form = await screen.findByRole('group', { name: 'Consumidor final' });
      expect(screen.getByText('Complete os dados do consumidor final.')).toBeInTheDocument();
      await user.type(within(form).getByRole('textbox', { name: /^Nome/ }), 'Maria{Enter}');
      expect(await within(form).findByText('Informe seu nome e sobrenome')).toBeInTheDocument();
      await user.type(within(form).getByRole('textbox', { name: /^Nome/ }), ' da Silva');
      await user.type(within(form).getByRole('textbox', { name: /^CPF/ }), '52998224725');
      await user.type(within(form).getByRole('textbox', { name: /^E-mail/ }), 'maria@exemplo.com.br');
      await user.type(within(form).getByRole('textbox', { name: /^Telefone/ }), '11988887777');
      await user.type(within(form).getByRole('textbox', { name: /^Data de nascimento/ }), '01021990');
      await expectNoAxeViolations();
      await next();
      await heading('Selecione os Produtos');
      expect(screen.getByText('Pesquise produtos para adicionar')).toBeInTheDocument();
      await user.type(screen.getByPlaceholderText('Digite Código ou Descrição'), 'suco{Enter}');
      // There is only one result, so Enter selects it.
      await screen.findByRole('button', { name: 'Adicionado Suco de uva 1 L, remover' });
      expect(requested).toContain('GET /sac/consultas/produtos?q=suco&take=6&page=1');
      await expectNoAxeViolations();
      await next();
      await user.type(screen.getByRole('textbox', { name: /^Mensagem/ }), 'Azedou.');
      await next();
      await press('Enviar solicitação');
      await screen.findByText('Ticket 4711 aberto com sucesso.');
      expect(state.created[0]?.body).toMatchObject({
        idCli: null,
        consumidorFinal: { documento: '52998224725', nome: 'Maria da Silva', data_nascimento: '1990-02-01' },
        itensAvulsos: [{ produto_id: 31, codigo_barras: '789' }],
      });
    },
    LONG,
  );

  it(
    'is forced for a consumer, without a customer search',
    async () => {
      await openWizard({ tipo: 'CONSUMIDOR_FINAL' });
      // Their only type there asks for no reason, so that its step would ask nothing.
      await press(/^Dúvida/);
      await heading('Selecione Cliente e filial');
      expect(screen.getByRole('textbox', { name: /^Nome/ })).toHaveValue('Caio Nunes');
      expect(screen.getByRole('textbox', { name: /^E-mail/ })).toHaveValue('ana@example.com');
      expect(screen.queryByRole('combobox', { name: /^(Cliente|Origem)/ })).not.toBeInTheDocument();
      await screen.findByText('44 - Caio Nunes');
      await next();
      await next();
      await user.type(screen.getByRole('textbox', { name: /^Mensagem/ }), 'Qual a validade?');
      await next();
      await press('Enviar solicitação');
      await screen.findByText('Solicitação 4711 aberta com sucesso.');
      expect(state.created[0]?.body).toMatchObject({
        origem: 'SAC',
        idCli: 44,
        consumidorFinal: { nome: 'Caio Nunes' },
      });
      expect(requested.filter((call) => call.startsWith('GET /sac/clientes?'))).toEqual([]);
    },
    LONG,
  );
});
