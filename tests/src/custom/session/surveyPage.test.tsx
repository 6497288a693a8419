import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OpenSurvey } from '#contract/sac/surveys.ts';
import { HttpResponse, http, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';

const server = serve();
beforeEach(freshBrowser);

const survey: OpenSurvey = {
  numero: 812,
  assunto: 'Caixas amassadas',
  empresa: 'Balcão',
  nota: null,
  comentario: '',
  aberta: true,
};

describe('the page of a survey', () => {
  const sent: unknown[] = [];
  const open = (part: Partial<OpenSurvey>, address = '/pesquisa/7~a?nota=4') => {
    sent.length = 0;
    server.use(
      http.get('/config/pesquisa/:token', () => HttpResponse.json({ data: { ...survey, ...part } })),
      http.post('/config/pesquisa/:token', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ data: { message: 'Obrigado! A sua resposta foi registrada.' } });
      }),
    );
    return renderApp(address);
  };

  it('sends the mark of the link once a person is there, and takes a comment', async () => {
    const { container } = open({});
    const user = userEvent.setup({ delay: null });
    expect(await screen.findByRole('radio', { name: 'Satisfeito (4 de 5)' })).toBeChecked();
    // A program that opens the link moves nothing.
    expect(sent).toEqual([]);
    fireEvent(window, new Event('pointermove'));
    fireEvent(window, new Event('pointermove'));
    expect(await screen.findByText('Obrigado! A sua resposta foi registrada.')).toBeInTheDocument();
    expect(sent).toEqual([{ nota: 4 }]);
    await expectNoAxeViolations(container);
    await user.type(screen.getByRole('textbox', { name: 'Quer contar mais?' }), 'Rápido');
    await user.click(screen.getByRole('button', { name: 'Enviar' }));
    await waitFor(() => expect(sent).toEqual([{ nota: 4 }, { nota: 4, comentario: 'Rápido' }]));
  });
  it('thanks for what was sent, not for a mark that was chosen meanwhile', async () => {
    let arrive = () => {};
    const answered = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    open({}, '/pesquisa/7~a?nota=5');
    server.use(
      http.post('/config/pesquisa/:token', async ({ request }) => {
        sent.push(await request.json());
        await answered;
        return HttpResponse.json({ data: { message: 'Obrigado! A sua resposta foi registrada.' } });
      }),
    );
    const user = userEvent.setup({ delay: null });
    await user.click(await screen.findByRole('radio', { name: /1 de 5/ }));
    await waitFor(() => expect(sent).toEqual([{ nota: 5 }]));
    arrive();
    const send = screen.getByRole('button', { name: 'Enviar' });
    await waitFor(() => expect(send).toBeEnabled());
    expect(screen.queryByText(/Obrigado!/)).toBeNull();
    await user.click(send);
    expect(await screen.findByText('Obrigado! A sua resposta foi registrada.')).toBeInTheDocument();
    expect(sent).toEqual([{ nota: 5 }, { nota: 1, comentario: '' }]);
    fireEvent(window, new Event('pointermove'));
    expect(sent).toHaveLength(2);
  });
  it('says that it is over, and sends nothing', async () => {
    open({ aberta: false, nota: 2 });
    expect(await screen.findByText(/a sua nota foi 2 de 5/)).toBeInTheDocument();
    fireEvent(window, new Event('pointermove'));
    expect(sent).toEqual([]);
  });
});
