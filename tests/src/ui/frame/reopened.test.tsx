import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { sourceFiles } from '#tests/support/sourceFiles.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { FieldProblems, ProblemAt } from '#ui/components/fieldProblems.ts';

function Reopened({ refusal }: { refusal: Error }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      <ConfirmDialog
        open={open}
        title="Arquivar?"
        confirmLabel="Arquivar"
        onConfirm={() => Promise.reject(refusal)}
        onCancel={() => setOpen(false)}
      >
        <ProblemAt field="motivo">
          <Reason />
        </ProblemAt>
      </ConfirmDialog>
    </>
  );
}

const Reason = ({ helperText }: { helperText?: string }) => <p>{helperText ?? 'Sem problema'}</p>;

describe('a dialog that is opened again', () => {
  it.each([
    ['a refusal', new Error('O ticket mudou.'), 'O ticket mudou.'],
    ['a refused field', new FieldProblems({ motivo: 'Informe o motivo.' }), 'Informe o motivo.'],
  ])('says nothing of %s of the time before', async (_, refusal, text) => {
    const user = userEvent.setup();
    render(<Reopened refusal={refusal} />);
    await user.click(screen.getByRole('button', { name: 'Arquivar' }));
    expect(await screen.findByText(text)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Abrir' }));
    await screen.findByRole('dialog');
    expect(screen.queryByText(text)).toBeNull();
  });

  it('holds no refusal outside of itself: one that stays in the page gets it from ConfirmDialog only', () => {
    const kept = sourceFiles('src').flatMap((name) => {
      const text = readFileSync(name, 'utf8');
      return [...text.matchAll(/<(ConfirmDialog|DialogFrame)\b/g)].flatMap(({ index, 1: tag = '' }) => {
        const rest = text.slice(index);
        const end = rest.indexOf(`</${tag}>`);
        const closed = rest.indexOf('/>');
        const dialog = rest.slice(0, end > 0 ? end : closed);
        const stays = /^<\w+\s[^>]*?\bopen=\{/.test(dialog);
        const shown = /\{[^}]*\.(?:error|failure|errors|problem)\b/.exec(dialog);
        return stays && shown && name !== 'src/ui/components/ConfirmDialog.tsx'
          ? [`${name}: ${shown[0]}`]
          : [];
      });
    });
    expect(kept).toEqual([]);
  });
});
