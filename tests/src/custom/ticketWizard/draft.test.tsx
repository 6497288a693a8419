import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import {
  chooseReasonAt,
  chooseType,
  startDraft,
} from '#src/resources/tickets/shared/draft/draftTransitions.ts';
import { refusal } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { menuNamed, operator, origins, stored, typeNamed } from './support/catalog.ts';
import { heading, next, openWizard, press, user } from './support/openWizard.tsx';
import { LONG, servedWizard } from './support/servedWizard.ts';
import { state } from './support/wizardServer.ts';

const server = servedWizard();

describe('ticket draft', () => {
  const draft = () => {
    const type = typeNamed('DUVIDA_PRODUTO');
    const begun = startDraft(menuNamed('DUVIDA'), origins[1] ?? null, operator);
    return {
      ...chooseType(begun, type, operator),
      cliente: { id: 7, razSoc: 'Padaria Sol Ltda', fant: 'Padaria Sol' },
      filial: { idFil: 1, razSoc: 'Matriz São Paulo' },
      mensagem: 'Qual a validade?',
      arquivos: [stored('rotulo.jpg')],
    };
  };
  const saveDraft = () => {
    state.draft = {
      objeto: 'ticket-novo',
      conteudo: draft(),
      versao: 3,
      atualizado: '2026-11-21T17:32:00.000Z',
    };
  };

  it(
    'is offered again with its photos, and continues where something is missing',
    async () => {
      saveDraft();
      await openWizard();
      expect(await screen.findByText('Rascunho salvo em 21/11/2026 14:32.')).toBeInTheDocument();
      expect(screen.getByText('1 foto')).toBeInTheDocument();
      await expectNoAxeViolations();
      await press('Continuar de onde parou');
      await heading('Confirme as informações');
      expect(screen.getByText('rotulo.jpg')).toBeInTheDocument();
      const send = await screen.findByRole('button', { name: 'Enviar solicitação' });
      fireEvent.click(send);
      fireEvent.click(send);
      await screen.findByText('Ticket 4711 aberto com sucesso.');
      expect(state.created).toHaveLength(1);
      expect(state.created[0]?.body.arquivos).toEqual([stored('rotulo.jpg')]);
    },
    LONG,
  );

  it(
    'is discarded by starting over',
    async () => {
      saveDraft();
      await openWizard();
      await press('Começar de novo');
      expect(
        await screen.findByRole('heading', { name: 'Escolha um tipo de solicitação' }),
      ).toBeInTheDocument();
      expect(state.draft).toBeNull();
    },
    LONG,
  );

  it(
    'reports that it is not saved, and that another page has changed it',
    async () => {
      saveDraft();
      const other = { ...draft(), mensagem: 'Da outra página' };
      server.use(
        http.put('/config/rascunhos/:objeto', () => refusal(500, 'Ocupado.'), { once: true }),
        http.put(
          '/config/rascunhos/:objeto',
          () =>
            refusal(409, 'Alterado.', {
              atual: {
                objeto: 'ticket-novo',
                conteudo: other,
                versao: 9,
                atualizado: '2026-11-21T17:40:00.000Z',
              },
            }),
          { once: true },
        ),
      );
      await openWizard();
      await press('Continuar de onde parou');
      await press('Alterar: Detalhes');
      await user.type(await screen.findByRole('textbox', { name: /^Mensagem/ }), '!');
      expect(await screen.findByText('Rascunho ainda não salvo. Tentando de novo…')).toBeInTheDocument();
      expect(await screen.findByText('Este rascunho mudou em outra página ou aparelho.')).toBeInTheDocument();
      server.use(
        http.get('/config/rascunhos/:objeto', () =>
          HttpResponse.json({
            data: {
              objeto: 'ticket-novo',
              conteudo: other,
              versao: 9,
              atualizado: '2026-11-21T17:40:00.000Z',
            },
          }),
        ),
      );
      await press('Abrir o outro');
      expect(await screen.findByText('Da outra página')).toBeInTheDocument();
      expect(screen.getByText('Rascunho salvo às 14:40')).toBeInTheDocument();
    },
    LONG,
  );
});

describe('refused creation of a ticket', () => {
  it(
    'shows the reason, returns to the field, and repeats a lost answer with the same key',
    async () => {
      const type = typeNamed('ATENDIMENTO');
      const chosen = chooseReasonAt(
        chooseType(startDraft(menuNamed('RECLAMACAO'), origins[0] ?? null, operator), type, operator),
        type,
        1,
        1087,
      );
      const conteudo = {
        ...chosen,
        assunto: 'Entrega',
        cliente: { id: 7, razSoc: 'Padaria Sol Ltda', fant: 'Padaria Sol' },
        filial: { idFil: 1, razSoc: 'Matriz São Paulo' },
        mensagem: 'Grosseiro.',
      };
      state.draft = { objeto: 'ticket-novo', conteudo, versao: 1, atualizado: '2026-11-21T17:32:00.000Z' };
      const keys: (string | null)[] = [];
      const answers = [
        () => HttpResponse.error(),
        () =>
          refusal(422, 'Confira os campos indicados.', {
            errors: { idCli: 'Cliente não encontrado.' },
            requestId: 'r-1',
          }),
      ];
      server.use(
        http.post('/sac/tickets', ({ request }) => {
          keys.push(request.headers.get('Idempotency-Key'));
          return answers.shift()?.();
        }),
      );
      await openWizard();
      await press('Continuar de onde parou');
      await press('Enviar solicitação');
      expect(await screen.findByText('Falha na comunicação com o servidor!')).toBeInTheDocument();
      await press('Voltar');
      await press('Enviar solicitação');
      expect(
        await screen.findByText(/Confira os campos indicados\.\s+Cliente não encontrado\./),
      ).toBeInTheDocument();
      expect(screen.getByText('Protocolo r-1')).toBeInTheDocument();
      expect(keys[0]).toBe(keys[1]);
      await press('Voltar');
      await heading('Selecione Cliente e filial');
      expect(await screen.findByText('Cliente não encontrado.')).toBeInTheDocument();
      await next();
      await user.type(await screen.findByRole('textbox', { name: /^Mensagem/ }), ' Muito.');
      await next();
      await press('Enviar solicitação');
      await screen.findByText('Ticket 4711 aberto com sucesso.');
      expect(state.created[0]?.key).not.toBe(keys[0]);
    },
    LONG,
  );
});
