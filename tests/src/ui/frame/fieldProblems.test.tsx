import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { sourceFiles } from '#tests/support/sourceFiles.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { FieldProblems, ProblemAt } from '#ui/components/fieldProblems.ts';

function Asking({ problems }: { problems: Record<string, string> }) {
  const [motivo, setMotivo] = useState('');
  return (
    <ConfirmDialog
      open
      title="Cancelar?"
      confirmLabel="Confirmar"
      onConfirm={() => Promise.reject(new FieldProblems(problems))}
      onCancel={() => {}}
    >
      <ProblemAt field="motivo">
        <TextField
          label="Motivo"
          helperText="O cliente também o lê."
          value={motivo}
          onChange={(event) => setMotivo(event.target.value)}
        />
      </ProblemAt>
    </ConfirmDialog>
  );
}

function Choosing({ problems }: { problems: Record<string, string> }) {
  const [person, setPerson] = useState<string | null>(null);
  return (
    <ConfirmDialog
      open
      title="Transferir?"
      confirmLabel="Confirmar"
      onConfirm={() => Promise.reject(new FieldProblems(problems))}
      onCancel={() => {}}
    >
      <Autocomplete
        options={['Ana', 'Bia']}
        value={person}
        onChange={(_, value) => setPerson(value)}
        renderInput={(params) => (
          <ProblemAt field="pessoa" value={person}>
            <TextField {...params} label="Vendedor" />
          </ProblemAt>
        )}
      />
    </ConfirmDialog>
  );
}

describe('what a dialog lacks', () => {
  it('is shown at its field, which gets the focus, until it is filled in', async () => {
    const user = userEvent.setup();
    render(<Asking problems={{ motivo: 'Informe o motivo.', outro: '' }} />);
    const field = screen.getByLabelText('Motivo');
    expect(field).toHaveAccessibleDescription('O cliente também o lê.');
    await user.click(screen.getByRole('button', { name: 'Confirmar' }));
    await waitFor(() => expect(field).toHaveAccessibleDescription('Informe o motivo.'));
    expect(field).toBeInvalid();
    expect(field).toHaveFocus();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await user.keyboard('A');
    expect(field).toBeValid();
    expect(field).toHaveAccessibleDescription('O cliente também o lê.');
  });

  it('is shown at a list of suggestions until one is chosen, and announced without opening it', async () => {
    const user = userEvent.setup();
    render(<Choosing problems={{ pessoa: 'Escolha o vendedor.', mes: 'Informe o mês.' }} />);
    const field = screen.getByRole('combobox', { name: 'Vendedor' });
    await user.click(screen.getByRole('button', { name: 'Confirmar' }));
    await waitFor(() => expect(field).toHaveAccessibleDescription('Escolha o vendedor.'));
    expect(field).not.toHaveFocus();
    const spoken = document.querySelector('[role=dialog] [aria-live]');
    await waitFor(() => expect(spoken).toHaveTextContent(/^Escolha o vendedor.$/));
    expect(screen.getByRole('alert')).toHaveTextContent(/^Informe o mês.$/);
    await user.type(field, 'Bia{ArrowDown}{Enter}');
    expect(field).toHaveValue('Bia');
    expect(field).toBeValid();
    expect(field).not.toHaveAccessibleDescription();
  });

  it('names its value wherever the input inside has none of its own', () => {
    const unnamed = sourceFiles('src').filter((path) =>
      /<ProblemAt field="\w+">\s*<\w+\s+\{\.\.\.params\}/.test(readFileSync(path, 'utf8')),
    );
    expect(unnamed).toEqual([]);
  });

  it('is shown below the question if no field shows it', async () => {
    const user = userEvent.setup();
    render(<Asking problems={{ escopos: 'Marque ao menos um.' }} />);
    await user.click(screen.getByRole('button', { name: 'Confirmar' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Marque ao menos um.');
  });

  it('every missing-input error names its field', () => {
    const sources = sourceFiles('src');
    const nameless = sources.filter((path) =>
      /throw new Error\(\s*[`'](Informe|Escolha|Marque|Dê|Digite|Selecione)/.test(readFileSync(path, 'utf8')),
    );
    expect(sources.length).toBeGreaterThan(500);
    expect(nameless).toEqual([]);
  });
});
