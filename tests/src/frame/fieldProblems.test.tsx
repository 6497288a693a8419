import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import TextField from '@mui/material/TextField';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ConfirmDialog } from '../../../src/ui/components/ConfirmDialog.tsx';
import { FieldProblems, ProblemAt } from '../../../src/ui/components/fieldProblems.ts';
import { sourceFiles } from '../../support/sourceFiles.ts';

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

  it('is shown below the question if no field shows it', async () => {
    const user = userEvent.setup();
    render(<Asking problems={{ escopos: 'Marque ao menos um.' }} />);
    await user.click(screen.getByRole('button', { name: 'Confirmar' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Marque ao menos um.');
  });

  it('is never only a sentence: who asks for input names its field', () => {
    const sources = sourceFiles('src');
    const nameless = sources.filter((path) =>
      /throw new Error\(\s*[`'](Informe|Escolha|Marque|Dê|Digite|Selecione)/.test(readFileSync(path, 'utf8')),
    );
    expect(sources.length).toBeGreaterThan(500);
    expect(nameless).toEqual([]);
  });
});
