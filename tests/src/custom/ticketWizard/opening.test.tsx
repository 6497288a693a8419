import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { refusal, requested } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import {
  beginType,
  chooseCustomer,
  dialog,
  heading,
  next,
  openWizard,
  press,
  user,
} from './support/openWizard.tsx';
import { LONG, servedWizard } from './support/servedWizard.ts';
import { state } from './support/wizardServer.ts';

const server = servedWizard();

describe('opening the wizard', () => {
  it(
    'offers the menus with their types, and closes without a question before any input',
    async () => {
      const { button } = await openWizard();
      await screen.findByRole('heading', { name: 'Escolha um tipo de solicitação' });
      expect(
        await screen.findByRole('button', { name: /^Solicitação.*Devolver, trocar.*4 tipos/ }),
      ).toBeInTheDocument();
      await expectNoAxeViolations();
      await press(/^Dúvida/);
      await heading('Escolha a sua solicitação');
      await press('Fechar');
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(requested.filter((call) => /^(PUT|DELETE)/.test(call))).toEqual([]);
      await waitFor(() => expect(button).toHaveFocus());
    },
    LONG,
  );

  it(
    'shows what failed and offers a retry',
    async () => {
      server.use(http.get('/sac/tickets/menus', () => refusal(403, 'Sem permissão.'), { once: true }));
      await openWizard();
      expect(await screen.findByText('Sem permissão.')).toBeInTheDocument();
      await press('Tentar novamente');
      expect(await screen.findByRole('button', { name: /^Solicitação/ })).toBeInTheDocument();
    },
    LONG,
  );

  it(
    'shows a consumer only types for consumers',
    async () => {
      await openWizard({ tipo: 'CONSUMIDOR_FINAL' });
      expect(await screen.findByRole('button', { name: /^Solicitação.*1 tipo/ })).toBeInTheDocument();
      expect(screen.queryByText('Devolução de mercadoria')).not.toBeInTheDocument();
      // The menu's sentence tells of types that are not theirs.
      expect(screen.queryByText(/^Devolver, trocar/)).not.toBeInTheDocument();
    },
    LONG,
  );
});

describe('giving up the wizard', () => {
  it(
    'asks, stays on Cancelar, and deletes the draft on confirmation',
    async () => {
      await openWizard();
      await beginType(/^Dúvida/, /Dúvida sobre produto/);
      await waitFor(() => expect(state.draft).not.toBeNull());
      expect(await screen.findByText('Rascunho salvo às 14:32')).toBeInTheDocument();
      await user.keyboard('{Escape}');
      expect(
        await screen.findByText('Você perderá todos os dados inseridos até o momento.'),
      ).toBeInTheDocument();
      await expectNoAxeViolations();
      await press('Cancelar');
      await waitFor(() => expect(screen.queryByText(/Você perderá/)).not.toBeInTheDocument());
      expect(await dialog()).toBeInTheDocument();
      await press('Fechar');
      await screen.findByRole('heading', { name: 'Tem certeza que deseja cancelar a criação do ticket ?' });
      await press('Sim, tenho certeza');
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      await waitFor(() => expect(state.draft).toBeNull());
    },
    LONG,
  );

  it(
    'asks before a switch discards something',
    async () => {
      await openWizard();
      await beginType(/^Reclamação/, /Qualidade/, /Sabor/);
      await chooseCustomer();
      await next();
      await user.type(screen.getByPlaceholderText('Digite Código ou Descrição'), 'suco{Enter}');
      // There is only one result, so Enter selects it.
      const added = await screen.findByRole('button', { name: 'Adicionado Suco de uva 1 L, remover' });
      // Enter once more does not take it out again, and says what does.
      added.focus();
      await user.keyboard('{Enter}');
      expect(
        await screen.findByText('Já adicionado. A barra de espaço remove.', { selector: '[role=status]' }),
      ).toBeInTheDocument();
      expect(added).toHaveAccessibleName('Adicionado Suco de uva 1 L, remover');
      await user.keyboard(' ');
      expect(added).toHaveAccessibleName('Adicionar Suco de uva 1 L');
      expect(added).toHaveFocus();
      await user.keyboard('{Enter}');
      expect(added).toHaveAccessibleName('Adicionado Suco de uva 1 L, remover');
      await press(/Escolha a sua solicitação/);
      await user.click(await screen.findByRole('radio', { name: /Atendimento/ }));
      expect(await screen.findByText(/remove o que já foi informado: 1 item avulso/)).toBeInTheDocument();
      await press('Cancelar');
      expect(screen.getByRole('radio', { name: /Qualidade/, hidden: true })).toBeChecked();
    },
    LONG,
  );
});
