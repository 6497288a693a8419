import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { PictureTools } from '#src/custom/schemaStudio/preview/FieldPicker.tsx';

/** A picture of two parts whose first one is selected. */
function Picture() {
  const [at, setAt] = useState<number | null>(0);
  return (
    <PictureTools
      adds={[{ label: 'Campo', onAdd: () => setAt(0) }]}
      onMove={(by) => setAt((at ?? 0) + by)}
      mayMove={(by) => at !== null && at + by >= 0 && at + by < 2}
      remove={at === null ? undefined : { label: 'Retirar', onRemove: () => setAt(null) }}
    />
  );
}

it('the actions of a picture hand the focus on when they cannot be pressed again, and otherwise keep it', async () => {
  const user = userEvent.setup();
  render(<Picture />);
  const button = (name: string) => screen.getByRole('button', { name });
  await user.click(button('Depois'));
  expect(button('Depois')).toBeDisabled();
  expect(button('Campo')).toHaveFocus();
  await user.click(button('Retirar'));
  expect(button('Retirar')).toBeDisabled();
  expect(button('Campo')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(button('Retirar')).toBeEnabled();
  expect(button('Campo')).toHaveFocus();
});
