import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NotificationContextProvider, useNotify } from 'ra-core';
import { MessageDialogProvider, useMessageDialog } from '#ui/shell/dialogs/MessageDialogProvider.tsx';
import { type Result, ResultDialog } from '#ui/shell/dialogs/ResultDialog.tsx';
import { Notifications } from '#ui/shell/Notifications.tsx';
import { Answered, EmptyState, Failure } from '#ui/shell/states/StateMessage.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { keepStyles } from '../../support/screens/noStyles.ts';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';

keepStyles();

describe('toasts', () => {
  let notify: ReturnType<typeof useNotify>;
  function Speaker() {
    notify = useNotify();
    return null;
  }
  const start = () => {
    jest.useFakeTimers();
    render(
      <ThemeProvider>
        <NotificationContextProvider>
          <Speaker />
          <Notifications />
        </NotificationContextProvider>
      </ThemeProvider>,
    );
  };
  const pass = (ms: number) =>
    act(() => {
      jest.advanceTimersByTime(ms);
    });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('stay for 3 s, and announce errors at once to screen readers', () => {
    start();
    act(() => notify('Quantidade inválida. Verifique a quantidade adicionada.', { type: 'error' }));
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Quantidade inválida. Verifique a quantidade adicionada.',
    );
    pass(2999);
    expect(screen.getByRole('alert')).toBeInTheDocument();
    pass(1);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('stay for the given time, and with null until closed', () => {
    start();
    act(() => notify('Tamanho máximo de arquivo é de 5MB', { autoHideDuration: 5000 }));
    act(() => notify('Fica', { autoHideDuration: null }));
    pass(4999);
    expect(screen.getByText('Tamanho máximo de arquivo é de 5MB')).toBeInTheDocument();
    pass(60_000);
    expect(screen.queryByText('Tamanho máximo de arquivo é de 5MB')).not.toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Fechar' }));
    expect(screen.queryByText('Fica')).not.toBeInTheDocument();
  });

  it('keep line breaks of the server as text, never as HTML', () => {
    start();
    act(() => notify('Linha um\n<b>Linha dois</b>'));
    const text = screen.getByText(/Linha um/);
    expect(text.textContent).toBe('Linha um\n<b>Linha dois</b>');
    expect(getComputedStyle(text).whiteSpace).toBe('pre-line');
    expect(text.querySelector('b')).toBeNull();
  });

  it('stay while the pointer is over them', () => {
    start();
    act(() => notify('Leia com calma'));
    fireEvent.mouseEnter(screen.getByRole('status'));
    pass(10_000);
    expect(screen.getByText('Leia com calma')).toBeInTheDocument();
    fireEvent.mouseLeave(screen.getByRole('status'));
    pass(3000);
    expect(screen.queryByText('Leia com calma')).not.toBeInTheDocument();
  });

  it('show at most three, the others as soon as there is room', () => {
    start();
    for (const text of ['um', 'dois', 'três', 'quatro']) act(() => notify(text));
    expect(screen.getAllByRole('status').map((toast) => toast.textContent)).toEqual(['um', 'dois', 'três']);
    fireEvent.click(screen.getAllByRole('button', { name: 'Fechar' })[0] as HTMLElement);
    expect(screen.getAllByRole('status').map((toast) => toast.textContent)).toEqual([
      'dois',
      'três',
      'quatro',
    ]);
  });
});

describe('message dialog', () => {
  const onClose = jest.fn();
  function Asker() {
    const showMessage = useMessageDialog();
    const ask = () => {
      showMessage({ text: 'Primeira\nmensagem', onClose });
      showMessage({ title: 'Aviso', text: 'Segunda' });
    };
    return (
      <button type="button" onClick={ask}>
        perguntar
      </button>
    );
  }

  it('shows one message after another, each with Entendi, and returns the focus', async () => {
    const user = userEvent.setup();
    const { baseElement } = render(
      <ThemeProvider>
        <MessageDialogProvider>
          <Asker />
        </MessageDialogProvider>
      </ThemeProvider>,
    );
    const asker = screen.getByRole('button', { name: 'perguntar' });
    await user.click(asker);
    const first = await screen.findByRole('dialog', { name: 'Atenção' });
    expect(first).toHaveAccessibleDescription('Primeira\nmensagem');
    await expectNoAxeViolations(baseElement);
    await user.click(screen.getByRole('button', { name: 'Entendi' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(await screen.findByRole('dialog', { name: 'Aviso' })).toHaveAccessibleDescription('Segunda');
    await user.click(screen.getByRole('button', { name: 'Entendi' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(asker).toHaveFocus();
  });
});

describe('result dialog', () => {
  const onClose = jest.fn();
  const onRetry = jest.fn();
  const show = (result: Result | null, more = {}) =>
    render(
      <ThemeProvider>
        <ResultDialog result={result} onClose={onClose} onRetry={onRetry} {...more} />
      </ThemeProvider>,
    );
  afterEach(() => {
    onClose.mockClear();
    onRetry.mockClear();
  });

  it('stays open while the action runs, with its progress', async () => {
    const user = userEvent.setup();
    show({ state: 'progress', done: 0.4 });
    expect(screen.getByRole('dialog', { name: 'Processando solicitação' })).toBeInTheDocument();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
    await user.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('reports success and offers the next step', async () => {
    const user = userEvent.setup();
    const onClick = jest.fn();
    const { baseElement } = show({ state: 'success' }, { success: { label: 'Ir para o ticket', onClick } });
    expect(screen.getByRole('dialog', { name: 'Ação realizada com sucesso!' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Ir para o ticket' })).toHaveFocus();
    await expectNoAxeViolations(baseElement);
    await user.keyboard('{Enter}');
    expect(onClick).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: 'Ok, fechar' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('button', { name: 'Tentar novamente' })).not.toBeInTheDocument();
  });

  it('reports an error with its request id, and retries', async () => {
    const user = userEvent.setup();
    show(
      { state: 'error', text: 'A quantidade passou do saldo.', requestId: '77aa' },
      { errorCloseLabel: 'Voltar' },
    );
    expect(screen.getByText('A quantidade passou do saldo.')).toBeInTheDocument();
    expect(screen.getByText('Protocolo 77aa')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: 'Voltar' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

describe('empty and error states', () => {
  it('keep the old content when loading fails, and offer a retry', async () => {
    const user = userEvent.setup();
    const onRetry = jest.fn();
    const error = Object.assign(new Error('Falha na comunicação com o servidor!'), { requestId: '77aa' });
    render(
      <ThemeProvider>
        <Answered answer={{ data: 23, error, refetch: onRetry }}>
          {(total) => <p>{total} tickets</p>}
        </Answered>
      </ThemeProvider>,
    );
    expect(screen.getByText('23 tickets')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Falha na comunicação com o servidor! O que está abaixo pode estar desatualizado. Protocolo 77aa',
    );
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it('say why there is nothing and what to do', async () => {
    const { container } = render(
      <ThemeProvider>
        <EmptyState
          title="Nenhuma nota fiscal encontrada"
          text="Amplie o período."
          actions={<a href="/x">Limpar</a>}
        />
        <Failure answer={{ error: new Error(''), refetch: () => undefined }} />
      </ThemeProvider>,
    );
    expect(screen.getByRole('status')).toHaveTextContent(
      'Nenhuma nota fiscal encontradaAmplie o período.Limpar',
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Ocorreu um erro desconhecido!');
    await expectNoAxeViolations(container);
  });
});
