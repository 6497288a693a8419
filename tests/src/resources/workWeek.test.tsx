import { expect, it } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { StoredWorkWeek } from '#contract/rules/time/workWeek.ts';
import { ParameterInput } from '#src/resources/parameters/ParameterInput.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';

const hours = [{ inicio: '08:00', fim: '18:00' }];
const START: StoredWorkWeek = { semana: [[], hours, hours, hours, hours, hours, []] };

function Editor({ told }: { told: (week: StoredWorkWeek) => void }) {
  const [value, setValue] = useState<unknown>(START);
  return (
    <ParameterInput
      label="Expediente"
      unit=""
      kind={{ tipo: 'EXPEDIENTE' }}
      value={value}
      onChange={(week) => {
        setValue(week);
        told(week as StoredWorkWeek);
      }}
      error={undefined}
    />
  );
}

it('gives each weekday its own hours, with a break, and copies them to other days', async () => {
  let week = START;
  const { container } = render(
    <ThemeProvider>
      <Editor told={(next) => (week = next)} />
    </ThemeProvider>,
  );
  const day = (name: string) => within(screen.getByRole('group', { name }));
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
    ...['Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado', 'Domingo'],
  ]);
  expect(day('Sábado').getByText('Fechado')).toBeTruthy();

  const retype = async (field: HTMLElement, digits: string) => {
    await userEvent.clear(field);
    await userEvent.type(field, digits);
  };
  await retype(day('Segunda').getByLabelText('Fim'), '1200');
  await userEvent.click(day('Segunda').getByRole('button', { name: 'Incluir horário em segunda' }));
  const [, second] = day('Segunda').getAllByLabelText('Início');
  expect(document.activeElement).toBe(second);
  await userEvent.keyboard('1130');
  await retype(day('Segunda').getAllByLabelText('Fim')[1] as HTMLElement, '1800');
  expect(day('Segunda').getByText('08:00 às 12:00 e 11:30 às 18:00 se sobrepõem.')).toBeTruthy();
  await retype(day('Segunda').getAllByLabelText('Início')[1] as HTMLElement, '1330');
  expect(day('Segunda').queryByText(/se sobrepõem/)).toBeNull();

  await userEvent.click(screen.getByRole('button', { name: 'Copiar segunda para os outros dias' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'De segunda a sábado' }));
  const withLunch = [
    { inicio: '08:00', fim: '12:00' },
    { inicio: '13:30', fim: '18:00' },
  ];
  expect(week.semana).toEqual([[], ...Array.from({ length: 6 }, () => withLunch)]);
  await userEvent.click(screen.getByRole('button', { name: 'Tirar o horário 2 de sábado' }));
  expect(week.semana[6]).toEqual([withLunch[0]]);
  expect(week.semana[5]).toEqual(withLunch);

  // A day that lasts until midnight ends at 24:00.
  await retype(day('Sexta').getAllByLabelText('Fim')[1] as HTMLElement, '2400');
  expect(week.semana[5]?.[1]).toEqual({ inicio: '13:30', fim: '24:00' });
  expect(screen.queryByText('Hora inválida')).toBeNull();
  // No day begins at the midnight at which it ends.
  await retype(day('Sexta').getAllByLabelText('Início')[1] as HTMLElement, '2400');
  expect(screen.getByText('Hora inválida')).toBeTruthy();
  await expectNoAxeViolations(container);
});
