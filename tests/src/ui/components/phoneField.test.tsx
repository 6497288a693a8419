import { expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MaskedField } from '#ui/components/inputs/MaskedField.tsx';

function Field({ onChange }: { onChange?: (value: string) => void }) {
  const [value, setValue] = useState('');
  const change = (next: string) => {
    setValue(next);
    onChange?.(next);
  };
  return <MaskedField kind="phone" label="Campo" value={value} onChange={change} />;
}
const field = () => screen.getByRole('textbox', { name: 'Campo' });

it.each([
  ['+14155552671', '+1 (415) 555-2671'],
  ['08001234567', '0800 123 4567'],
  ['40041234', '4004-1234'],
  ['190', '190'],
  ['5519987654321', '(19) 98765-4321'],
  // An operator code may follow the trunk zero, so that it is removed only afterwards.
  ['01987654321', '(19) 8765-4321'],
  ['0151998765432', '(19) 9876-5432'],
  ['01519987654321', '(19) 98765-4321'],
])('reads a phone as it is typed key by key: %s', async (keys, shown) => {
  render(<Field />);
  await userEvent.type(field(), keys);
  await userEvent.tab();
  expect(field()).toHaveValue(shown);
});

it('tells its form at once how it stands when it is left', async () => {
  const onChange = jest.fn();
  render(<Field onChange={onChange} />);
  await userEvent.type(field(), '011987654321');
  await userEvent.tab();
  expect(onChange).toHaveBeenLastCalledWith('11987654321');
});
