import { expect, it } from '@jest/globals';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { hasStepBack, stepBack, useBrowserBack } from '#ui/components/frame/browserBack.ts';
import { DialogFrame } from '#ui/components/frame/DialogFrame.tsx';

function Stepped({ onBack, active = true }: { onBack: () => void; active?: boolean }) {
  useBrowserBack(active, onBack);
  return null;
}

it("'back' of the browser takes a step in the topmost dialog, and leaves the page once none is open", () => {
  const taken: string[] = [];
  expect([hasStepBack(), stepBack()]).toEqual([false, false]);
  const below = render(<Stepped onBack={() => taken.push('below')} />);
  const above = render(<Stepped onBack={() => taken.push('above')} />);
  stepBack();
  above.rerender(<Stepped onBack={() => {}} active={false} />);
  stepBack();
  above.unmount();
  below.unmount();
  expect(taken).toEqual(['above', 'below']);
  expect(hasStepBack()).toBe(false);
});

/** A dialog with a field and steps of its own, and a question on top of it. */
function Layers({ taken }: { taken: string[] }) {
  const [open, setOpen] = useState(['frame', 'question']);
  const close = (name: string) => () => {
    taken.push(name);
    setOpen((before) => before.filter((each) => each !== name));
  };
  const [first, setFirst] = useState(false);
  return (
    <DialogFrame open={open.includes('frame')} onClose={close('frame')} aria-label="Ticket">
      <input aria-label="Assunto" />
      <Stepped active={!first} onBack={() => setFirst(taken.push('step') > 0)} />
      <ConfirmDialog
        open={open.includes('question')}
        title="Remover o item?"
        confirmLabel="Remover"
        onConfirm={() => {}}
        onCancel={close('question')}
      />
    </DialogFrame>
  );
}

it("'back' of the browser closes what stands on top, dialog by dialog, and discards nothing unasked", async () => {
  const taken: string[] = [];
  const user = userEvent.setup({ delay: null });
  const { getByRole } = render(<Layers taken={taken} />);
  await act(async () => void stepBack());
  await act(async () => void stepBack());
  expect(taken).toEqual(['question', 'step']);
  await user.type(getByRole('textbox', { name: 'Assunto', hidden: true }), 'Avaria');
  await act(async () => void stepBack());
  expect(taken).toHaveLength(2);
  await user.click(getByRole('button', { name: 'Descartar' }));
  expect(taken).toEqual(['question', 'step', 'frame']);
  expect(hasStepBack()).toBe(false);
});
