import { describe, expect, it } from '@jest/globals';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import TextField from '@mui/material/TextField';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FormEvent, useState } from 'react';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { RefusalFocus } from '#ui/components/PageGuards.tsx';

type Answer = { field?: string; sentence?: string; note?: string };

/** A form that knows nothing of the focus, as most are. */
function PlainForm({ answers, asDialog = false }: { answers: Promise<Answer>[]; asDialog?: boolean }) {
  const [shown, setShown] = useState<Answer>({});
  const [busy, setBusy] = useState(false);
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    const answer = answers.shift();
    if (!answer) return;
    setBusy(true);
    setShown({});
    setShown(await answer);
    setBusy(false);
  };
  const content = (
    <>
      <TextField label="Nome" />
      <TextField label="Código" error={Boolean(shown.field)} helperText={shown.field} />
      {shown.note && <Alert severity="info">{shown.note}</Alert>}
      {shown.sentence && <Alert severity="error">{shown.sentence}</Alert>}
    </>
  );
  return (
    <>
      <RefusalFocus />
      {asDialog ? (
        <DialogFrame open onClose={() => {}}>
          {content}
          <DialogActions>
            <Button variant="contained" loading={busy} onClick={() => void submit()}>
              Salvar
            </Button>
          </DialogActions>
        </DialogFrame>
      ) : (
        <form noValidate onSubmit={submit}>
          {content}
          <Button type="submit" loading={busy}>
            Salvar
          </Button>
        </form>
      )}
    </>
  );
}

const save = () => screen.getByRole('button', { name: 'Salvar' });
const settle = () => new Promise((resolve) => setTimeout(resolve, 150));

describe.each([false, true])('what was refused in a form (in a dialog: %s)', (asDialog) => {
  it('gets the focus: the sentence, then the field, and the field again if nothing was corrected', async () => {
    const user = userEvent.setup();
    const answers = [{ sentence: 'Já existe.' }, { sentence: 'Veja o código.', field: 'Código em uso.' }];
    render(<PlainForm answers={answers.map((answer) => Promise.resolve(answer))} asDialog={asDialog} />);
    await user.click(save());
    await waitFor(() => expect(screen.getByText('Já existe.').closest('[role=alert]')).toHaveFocus());
    await user.click(save());
    const field = screen.getByRole('textbox', { name: 'Código' });
    await waitFor(() => expect(field).toHaveFocus());
    await user.click(save());
    await waitFor(() => expect(field).toHaveFocus());
  });

  it('does not take the focus from whoever types on, nor gives it to a note', async () => {
    const user = userEvent.setup();
    let resolve: (answer: Answer) => void = () => {};
    const promise = new Promise<Answer>((answered) => {
      resolve = answered;
    });
    render(<PlainForm answers={[promise, Promise.resolve({ note: 'Ainda não.' })]} asDialog={asDialog} />);
    await user.click(save());
    const name = screen.getByRole('textbox', { name: 'Nome' });
    await user.type(name, 'Ana');
    resolve({ sentence: 'Já existe.', field: 'Código em uso.' });
    await screen.findByText('Já existe.');
    await settle();
    expect(name).toHaveFocus();
    await user.click(save());
    const note = await screen.findByText('Ainda não.');
    await settle();
    expect(note.closest('[role=alert]')).not.toHaveFocus();
  });
});

it('gets the focus where a dialog asks a question, whose sentence is no alert box', async () => {
  const user = userEvent.setup();
  render(
    <>
      <RefusalFocus />
      <ConfirmDialog
        open
        title="Excluir?"
        confirmLabel="Excluir"
        onConfirm={() => Promise.reject(new Error('Está em uso.'))}
        onCancel={() => {}}
      />
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(screen.getByText('Está em uso.')).toHaveFocus());
});

describe('what was refused at a button of the page', () => {
  function Page({ refusal, opens = false }: { refusal: () => Promise<Answer>; opens?: boolean }) {
    const [shown, setShown] = useState<Answer>({});
    return (
      <>
        <RefusalFocus />
        <main>
          <TextField label="Nome" error />
          <Button
            {...(opens && { 'aria-expanded': false })}
            onClick={() => void refusal().then((answer) => setShown(answer))}
          >
            Arquivar
          </Button>
          {shown.note && <Alert severity="warning">{shown.note}</Alert>}
          {shown.sentence && <Alert severity="error">{shown.sentence}</Alert>}
        </main>
      </>
    );
  }
  const archive = () => screen.getByRole('button', { name: 'Arquivar' });

  it('gets the focus, wherever in the page the sentence appears', async () => {
    const user = userEvent.setup();
    render(<Page refusal={async () => ({ sentence: 'Já está arquivado.' })} />);
    await user.click(archive());
    await waitFor(() => expect(screen.getByText('Já está arquivado.').closest('[role=alert]')).toHaveFocus());
  });

  it.each([
    ['a standing warning', false, { note: 'Há itens sem preço.' }],
    ['what a button unfolds', true, { sentence: 'A última carga falhou.' }],
  ])('leaves the focus for %s', async (_, opens, answer) => {
    const user = userEvent.setup();
    render(<Page refusal={async () => answer} opens={opens} />);
    await user.click(archive());
    await screen.findByRole('alert');
    await settle();
    expect(archive()).toHaveFocus();
  });

  it('does not follow whoever went on meanwhile', async () => {
    const user = userEvent.setup();
    let refuse: (answer: Answer) => void = () => {};
    const answer = new Promise<Answer>((resolve) => {
      refuse = resolve;
    });
    render(<Page refusal={() => answer} />);
    await user.click(archive());
    await user.tab({ shift: true });
    refuse({ sentence: 'Já está arquivado.' });
    await screen.findByRole('alert');
    await settle();
    expect(screen.getByRole('textbox', { name: 'Nome' })).toHaveFocus();
  });
});
