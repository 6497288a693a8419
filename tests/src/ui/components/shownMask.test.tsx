import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { CopyButton } from '#ui/components/display/CopyButton.tsx';
import { DateField } from '#ui/components/inputs/DateField.tsx';
import { MaskedField } from '#ui/components/inputs/MaskedField.tsx';
import { PersonalField } from '#ui/components/inputs/masks.tsx';
import { expectNoAxeViolations } from './support/expectNoAxeViolations.ts';

describe('field with a masked value', () => {
  function Fields({ onChange }: { onChange: jest.Mock }) {
    const [value, setValue] = useState({
      fone: '(92) *****-1234',
      dia: '****-**-**' as string | null,
      mail: 'a***@x.com',
    });
    const change = (part: Partial<typeof value>) => {
      setValue({ ...value, ...part });
      onChange(part);
    };
    return (
      <>
        <MaskedField kind="phone" label="Fone" value={value.fone} onChange={(fone) => change({ fone })} />
        <DateField label="Dia" value={value.dia} onChange={(dia) => change({ dia })} />
        <PersonalField
          label="E-mail"
          value={value.mail}
          onChange={(event) => change({ mail: event.target.value })}
          onReplace={() => change({ mail: '' })}
        />
      </>
    );
  }

  it('shows the mask, and can only be replaced completely', async () => {
    const onChange = jest.fn();
    const { container } = render(<Fields onChange={onChange} />);
    const box = (name: string) => screen.getByRole('textbox', { name });
    expect(box('Fone')).toHaveValue('(92) *****-1234');
    expect(box('Dia')).toHaveValue('****-**-**');
    for (const name of ['Fone', 'Dia', 'E-mail']) {
      expect(box(name)).toHaveAccessibleDescription(/em parte/);
      await userEvent.type(box(name), '9');
    }
    expect(onChange).not.toHaveBeenCalled();
    await expectNoAxeViolations(container);
    for (const name of ['Fone', 'Dia', 'E-mail']) {
      await userEvent.click(screen.getByRole('button', { name: `Trocar ${name}` }));
      expect(box(name)).toHaveValue('');
      expect(box(name)).toHaveFocus();
    }
    await userEvent.type(box('Fone'), '92988887777');
    await userEvent.type(box('Dia'), '01021980');
    expect(onChange).toHaveBeenCalledWith({ fone: '92988887777' });
    expect(onChange).toHaveBeenLastCalledWith({ dia: '1980-02-01' });
  });
});

it('a masked value has no copy button', () => {
  render(
    <>
      <CopyButton text="***.456.789-**" label="Copiar CPF" />
      <CopyButton text="m***@dominio.com.br" label="Copiar e-mail" />
      <CopyButton text="12.345.678/0001-95" label="Copiar CNPJ" />
    </>,
  );
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Copiar CNPJ',
  ]);
});
