import { describe, expect, it, jest } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CallFailure } from '#data/http.ts';
import { ConflictView } from '#ui/conflict/ConflictView.tsx';
import { useVersionedForm } from '#ui/conflict/useConflict.ts';
import { ThemeProvider } from '#ui/theme/theme.tsx';

interface Contact {
  nome: string;
  cargo: string;
}
const READ: Contact = { nome: 'Ana', cargo: 'Compras' };
const formOf = ({ nome, cargo }: Contact): Contact => ({ nome, cargo });
type Command = (body: Contact & { versao: number }) => Promise<object>;

const stale = (estado: Partial<Contact>, versao = 2) =>
  new CallFailure(409, 'Lia mudou este contato.', {
    atual: { versao, por: 'Lia Prado', em: '2026-03-02T12:00:00.000Z', estado: { ...READ, ...estado } },
  });

function Form({ command }: { command: Command }) {
  const held = useVersionedForm<Contact>({ versao: 1, initial: READ, read: formOf });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void held.send((versao) => command({ ...held.value, versao })).catch(() => {});
      }}
    >
      <ConflictView conflict={held} name="este contato" labels={{ nome: 'Nome', cargo: 'Cargo' }} />
      {(['nome', 'cargo'] as const).map((key) => (
        <input
          key={key}
          aria-label={key}
          value={held.value[key]}
          onChange={(event) => held.set({ [key]: event.target.value })}
        />
      ))}
      <button type="submit" disabled={held.undecided}>
        Salvar
      </button>
    </form>
  );
}

function open(...answers: (object | Error)[]) {
  const command = jest.fn<Command>(async () => {
    const answer = answers.shift() ?? {};
    if (answer instanceof Error) throw answer;
    return answer;
  });
  render(
    <ThemeProvider>
      <Form command={command} />
    </ThemeProvider>,
  );
  const user = userEvent.setup();
  const type = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), text);
  };
  const save = () => user.click(screen.getByRole('button', { name: 'Salvar' }));
  return { command, user, type, save };
}

describe('conflict view', () => {
  it('shows who, when and both values, gets the focus, and blocks until it is decided', async () => {
    const { command, user, type, save } = open(stale({ cargo: 'Fiscal' }));
    await type('cargo', 'Diretoria');
    await save();
    const heading = await screen.findByText(/Lia Prado mudou este contato/);
    expect(heading).toHaveFocus();
    expect(screen.getByLabelText('cargo')).toHaveValue('Diretoria');
    expect(screen.getByRole('button', { name: 'Salvar' })).toBeDisabled();
    const field = within(screen.getByRole('group', { name: 'Cargo' }));
    expect(field.getByText('Fiscal')).toBeInTheDocument();
    expect(field.getByText('Diretoria')).toBeInTheDocument();
    await user.click(field.getByRole('button', { name: 'Ficar com o dele' }));
    expect(screen.getByLabelText('cargo')).toHaveValue('Fiscal');
    await user.click(field.getByRole('button', { name: 'Aplicar o meu' }));
    expect(screen.getByLabelText('cargo')).toHaveValue('Diretoria');
    await save();
    expect(command.mock.calls.map(([body]) => body)).toEqual([
      { nome: 'Ana', cargo: 'Diretoria', versao: 1 },
      { nome: 'Ana', cargo: 'Diretoria', versao: 2 },
    ]);
    expect(screen.queryByText(/Lia Prado mudou/)).not.toBeInTheDocument();
  });

  it('adopts what only the other person changed, and says so', async () => {
    const { command, type, save } = open(stale({ nome: 'Ana Souza' }));
    await type('cargo', 'Diretoria');
    await save();
    expect(await screen.findByRole('list', { name: 'O que mudou' })).toHaveTextContent('Nome: Ana Ana Souza');
    expect(screen.getByLabelText('nome')).toHaveValue('Ana Souza');
    await save();
    expect(command.mock.lastCall?.[0]).toEqual({ nome: 'Ana Souza', cargo: 'Diretoria', versao: 2 });
  });

  it('is not shown for hidden fields: the command is sent again by itself', async () => {
    const { command, type, save } = open(stale({}));
    await type('cargo', 'Diretoria');
    await save();
    expect(screen.queryByText(/Lia Prado mudou/)).not.toBeInTheDocument();
    expect(command.mock.calls.map(([{ versao }]) => versao)).toEqual([1, 2]);
  });

  it('also holds back an action without fields until the changes were seen', async () => {
    const { command, save } = open(stale({ nome: 'Ana Souza' }));
    await save();
    expect(await screen.findByText(/Lia Prado mudou este contato/)).toBeInTheDocument();
    expect(command).toHaveBeenCalledTimes(1);
  });
});
