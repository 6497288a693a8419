import { describe, expect, it, jest } from '@jest/globals';
import Autocomplete from '@mui/material/Autocomplete';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useEffect, useState } from 'react';
import { CloseButton, DialogFrame, Unsaved } from '#ui/components/frame/DialogFrame.tsx';
import { DateField } from '#ui/components/inputs/DateField.tsx';
import { MaskedField } from '#ui/components/inputs/MaskedField.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';

function open(fields: ReactNode, asks = true) {
  const onClose = jest.fn();
  render(
    <ThemeProvider>
      <DialogFrame open onClose={onClose} confirmsDiscard={asks} aria-label="Contato">
        {fields}
        <CloseButton>Cancelar</CloseButton>
      </DialogFrame>
    </ThemeProvider>,
  );
  const user = userEvent.setup();
  const cancel = () => user.click(screen.getByRole('button', { name: 'Cancelar', hidden: true }));
  const question = () => screen.queryByRole('alertdialog', { name: 'Descartar o que você preencheu?' });
  return { onClose, user, cancel, question };
}

function Fields() {
  const [kind, setKind] = useState('a');
  return (
    <>
      <TextField label="Nome" defaultValue="Ana" />
      <TextField select label="Tipo" value={kind} onChange={(event) => setKind(event.target.value)}>
        <MenuItem value="a">Compras</MenuItem>
        <MenuItem value="b">Fiscal</MenuItem>
      </TextField>
      <FormControlLabel control={<Checkbox />} label="Autoriza" />
      <input type="search" aria-label="Buscar" />
    </>
  );
}

/** A page whose only action is done once: its button goes with the answer, unless it stays. */
function OncePage({ stays }: { stays: boolean }) {
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState(false);
  return (
    <main>
      <h1 tabIndex={-1}>Titular</h1>
      {(!done || stays) && (
        <button type="button" onClick={() => setAsking(true)}>
          Eliminar
        </button>
      )}
      {asking && (
        <DialogFrame open aria-label="Eliminar?">
          <button
            type="button"
            onClick={() => {
              setDone(true);
              setAsking(false);
            }}
          >
            Sim
          </button>
        </DialogFrame>
      )}
    </main>
  );
}

describe('focus after a dialog', () => {
  it.each([true, false])(
    'returns to the opener, or to the heading if it is gone (stays: %s)',
    async (stays) => {
      render(<OncePage stays={stays} />);
      await userEvent.click(screen.getByRole('button', { name: 'Eliminar' }));
      await userEvent.click(screen.getByRole('button', { name: 'Sim' }));
      const next = stays
        ? screen.getByRole('button', { name: 'Eliminar' })
        : screen.getByRole('heading', { name: 'Titular' });
      await waitFor(() => expect(next).toHaveFocus());
    },
  );
});

describe('focus in a dialog', () => {
  it('begins in the first field', () => {
    open(<Fields />);
    expect(screen.getByLabelText('Nome')).toHaveFocus();
  });

  it('begins where the dialog says, if it does', () => {
    open(
      <>
        <Fields />
        <TextField autoFocus label="Motivo" />
      </>,
    );
    expect(screen.getByLabelText('Motivo')).toHaveFocus();
  });

  it('begins in the first choice that can be made', () => {
    open(
      <>
        <input type="file" aria-label="Foto" />
        <TextField disabled label="Código" />
        <RadioGroup aria-label="Destino" defaultValue="b">
          <FormControlLabel value="a" control={<Radio />} label="Para a análise" />
          <FormControlLabel value="b" control={<Radio />} label="Para o financeiro" />
        </RadioGroup>
        <TextField label="Nome" />
      </>,
    );
    expect(screen.getByLabelText('Para o financeiro')).toHaveFocus();
  });

  it('opens no list of suggestions by itself, but on a press or when the field is reached again', async () => {
    const { user } = open(
      <>
        <Autocomplete
          options={['Ana', 'Rui']}
          renderInput={(input) => <TextField {...input} label="Vendedor" />}
        />
        <TextField label="Nome" />
      </>,
    );
    expect(screen.getByRole('combobox', { name: 'Vendedor' })).toHaveFocus();
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    await user.click(screen.getByRole('combobox', { name: 'Vendedor' }));
    expect(screen.getByRole('listbox')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await user.tab();
    await user.tab({ shift: true });
    expect(screen.getByRole('combobox', { name: 'Vendedor' })).toHaveFocus();
    expect(screen.getByRole('listbox')).toBeInTheDocument();
  });

  it('waits for what is still loading, but takes the focus from nobody', async () => {
    const { user } = open(<LateFields />);
    expect(screen.getByLabelText('Nome')).not.toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Carregar' }));
    expect(screen.getByLabelText('Quantidade')).not.toHaveFocus();
  });

  it('begins in the first field once it is there', async () => {
    open(<LateFields own />);
    await waitFor(() => expect(screen.getByLabelText('Quantidade')).toHaveFocus());
  });
});

/** A form whose first part arrives later: on a press, or by itself. */
function LateFields({ own = false }: { own?: boolean }) {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    const timer = own ? setTimeout(() => setLoaded(true)) : undefined;
    return () => clearTimeout(timer);
  }, [own]);
  return (
    <>
      {loaded ? <TextField label="Quantidade" /> : <div aria-busy="true" />}
      <TextField label="Nome" />
      <button type="button" onClick={() => setLoaded(true)}>
        Carregar
      </button>
    </>
  );
}

describe('DialogFrame', () => {
  it('closes at once when nothing was typed, even after a search', async () => {
    const { onClose, user, question } = open(<Fields />);
    await user.type(screen.getByLabelText('Buscar'), 'ana');
    await user.click(screen.getByLabelText('Nome'));
    await user.keyboard('{Escape}');
    expect(question()).not.toBeInTheDocument();
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('asks before closing by Esc or button once something was typed, and keeps it', async () => {
    const { onClose, user, cancel, question } = open(<Fields />);
    await user.type(screen.getByLabelText('Nome'), ' Souza');
    await user.keyboard('{Escape}');
    expect(question()).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(question()).not.toBeInTheDocument();
    expect(screen.getByLabelText('Nome')).toHaveValue('Ana Souza');
    await cancel();
    await user.click(within(question() as HTMLElement).getByRole('button', { name: 'Descartar' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('asks also after a selection or a tick', async () => {
    const { onClose, user, question } = open(<Fields />);
    await user.click(screen.getByRole('combobox', { name: 'Tipo' }));
    await user.click(await screen.findByRole('option', { name: 'Fiscal' }));
    await user.keyboard('{Escape}');
    expect(question()).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('asks also beside a date or a masked field, which says nothing of the rest', async () => {
    const { onClose, user, cancel, question } = open(
      <>
        <TextField label="Nome" defaultValue="" />
        <DateField label="Validade" value={null} onChange={() => {}} />
        <MaskedField label="CEP" kind="cep" value="" onChange={() => {}} />
      </>,
    );
    await user.type(screen.getByRole('textbox', { name: 'Nome' }), 'Ana');
    await cancel();
    expect(question()).toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('asks also for a date that cannot be', async () => {
    const { onClose, user, cancel, question } = open(
      <DateField label="Validade" value={null} onChange={() => {}} />,
    );
    await user.type(screen.getByRole('textbox', { name: 'Validade' }), '31112026');
    await cancel();
    expect(question()).toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('does not ask once the field has its original value again', async () => {
    const { onClose, user } = open(<Fields />);
    await user.type(screen.getByLabelText('Nome'), 'x{Backspace}');
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('trusts a form that reports its own state', async () => {
    const { onClose, user } = open(
      <>
        <Unsaved active={false} />
        <Fields />
      </>,
    );
    await user.type(screen.getByLabelText('Nome'), ' Souza');
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
