import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { type ReactNode, useState } from 'react';
import { normalizePhone } from '#contract/rules/phone.ts';
import { isCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { DateField, TimeField } from '#ui/components/inputs/DateField.tsx';
import { MaskedField } from '#ui/components/inputs/MaskedField.tsx';
import type { MaskKind } from '#ui/components/inputs/masks.tsx';
import { IntegerField, MoneyField, NumberField } from '#ui/components/inputs/NumberField.tsx';
import { QuantityStepper } from '#ui/components/inputs/QuantityStepper.tsx';
import { lengthProblem } from '#ui/components/inputs/typedGate.ts';

type Value = string | number | null;
interface Kind {
  name: string;
  /** The value before anybody types. */
  initial: Value;
  draw: (value: Value, change: (value: Value) => void) => ReactNode;
  /** The meaning of a typed text; undefined if it means nothing that may be submitted. */
  meant: (text: string) => Value | undefined;
}

/** An independent parser for Brazilian numbers, based on groups and not on the fields' own parser. */
function numberMeant(text: string): number | undefined {
  const plain = text.replace(/[\s%]/g, '').replace(/^(-?)R\$/, '$1');
  const [whole = '', fraction = '', ...more] = plain.split(',');
  const groups = whole.replace('-', '').split('.');
  const grouped = groups.every((group, at) =>
    at === 0 ? /^\d+$/.test(group) && (groups.length === 1 || group.length <= 3) : /^\d{3}$/.test(group),
  );
  if (more.length > 0 || !/^-?[\d.]*$/.test(whole) || !grouped || !/^\d*$/.test(fraction)) return undefined;
  return Number(`${whole.replaceAll('.', '')}.${fraction || '0'}`);
}

const emptyOr = (text: string, read: (text: string) => Value | undefined) =>
  text.replace(/[\s%]/g, '') === '' ? null : read(text);

function dayMeant(text: string): string | undefined {
  const iso = /^\s*(\d{4}-\d{2}-\d{2})\s*$/.exec(text)?.[1];
  const parts = /^\s*(\d{1,2})([/.\-\s])(\d{1,2})[/.\-\s](\d{4})\s*$/.exec(text);
  const digits = parts
    ? `${parts[1]?.padStart(2, '0')}${parts[3]?.padStart(2, '0')}${parts[4]}`
    : text.replace(/[/.\-\s]/g, '');
  const date = iso ?? `${digits.slice(4)}-${digits.slice(2, 4)}-${digits.slice(0, 2)}`;
  return isCalendarDate(date) && (iso !== undefined || /^\d{8}$/.test(digits)) ? date : undefined;
}

const maskKind = (kind: MaskKind, initial: string, most: number, keep: RegExp): Kind => ({
  name: kind,
  initial,
  draw: (value, change) => (
    <MaskedField label="Campo" kind={kind} value={String(value ?? '')} onChange={change} />
  ),
  // If it keeps any letters and digits, it keeps all of them.
  meant: (text) => {
    const plain = text.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
    return keep.test(text) && plain.length <= most ? plain : undefined;
  },
});

const KINDS: Kind[] = [
  {
    name: 'date',
    initial: '2026-11-30',
    draw: (value, change) => <DateField label="Campo" value={value as string | null} onChange={change} />,
    meant: (text) => (text.replace(/[/.\-\s]/g, '') === '' ? null : dayMeant(text)),
  },
  {
    name: 'time',
    initial: '10:00',
    draw: (value, change) => <TimeField label="Campo" value={String(value ?? '')} onChange={change} />,
    meant: (text) => {
      const digits = text.replace(/^\s*(\d)(?=\s*[:h])/i, '0$1').replace(/[:h\s]/gi, '');
      if (digits === '') return '';
      return /^([01]\d|2[0-3])[0-5]\d$/.test(digits) ? `${digits.slice(0, 2)}:${digits.slice(2)}` : undefined;
    },
  },
  {
    name: 'number',
    initial: '7',
    draw: (value, change) => (
      <NumberField label="Campo" places={3} value={value as string | null} onChange={change} />
    ),
    meant: (text) => emptyOr(text, numberMeant),
  },
  {
    name: 'money',
    initial: '647.55',
    draw: (value, change) => <MoneyField label="Campo" value={value as string | null} onChange={change} />,
    meant: (text) => emptyOr(text, numberMeant),
  },
  {
    name: 'integer',
    initial: 15,
    draw: (value, change) => (
      <IntegerField label="Campo" max={365} value={value as number | null} onChange={change} />
    ),
    meant: (text) => emptyOr(text, numberMeant),
  },
  {
    name: 'quantity',
    initial: '15',
    draw: (value, change) => (
      <QuantityStepper label="Campo" value={value as string | null} onChange={change} />
    ),
    meant: (text) => emptyOr(text, numberMeant),
  },
  maskKind('cpf', '10000000108', 11, /^[\d.\-/\s]*$/),
  maskKind('cnpj', '12ABC34501DE35', 14, /^[0-9A-Za-z.\-/\s]*$/),
  maskKind('cep', '13010100', 8, /^[\d.\-\s]*$/),
  {
    ...maskKind('phone', '19987654321', 11, /^/),
    meant: (text) => {
      const stored = normalizePhone(text);
      const most = stored.startsWith('+') ? 16 : stored.startsWith('0') ? 14 : 11;
      return /^[\s(]*\+?[\d().\-\s]*$/.test(text) && stored.length <= most ? stored : undefined;
    },
  },
];

const send = jest.fn();

function Form({ kind }: { kind: Kind }) {
  const [value, setValue] = useState(kind.initial);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send(value);
      }}
    >
      {kind.draw(value, setValue)}
      <button type="submit">Salvar</button>
    </form>
  );
}

const field = () => screen.getByRole('textbox', { name: 'Campo' });

/** Near misses of numbers, dates and documents, as they come from typing errors or the clipboard. */
const typed = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'0123456789.,-/: eEhxR$%+()'), maxLength: 18 }),
  fc.constantFrom(
    '31/11/2026',
    '1/2/2026',
    '2026-11-30',
    '29.02.2028',
    '1,5',
    '1.5',
    '1.234',
    '1.234,56',
    '-1',
    '1e309',
    '1000000000',
    '12.ABC.345/01DE-35',
    '9:30',
    '25:00',
    '+55 (19) 98765-4321',
  ),
);

beforeEach(() => {
  send.mockClear();
});

describe('typed value', () => {
  it.each(KINDS)('is sent as typed or not at all: $name', (kind) => {
    fc.assert(
      fc.property(typed, (text) => {
        send.mockClear();
        render(<Form kind={kind} />);
        try {
          // Searched for once: finding roles would take longer than all the rest.
          const input = field() as HTMLInputElement;
          fireEvent.focus(input);
          fireEvent.change(input, { target: { value: text } });
          const shown = input.value;
          const unchanged = shown === text || kind.meant(shown) === kind.meant(text);
          expect(`${text}: ${unchanged}`).toBe(`${text}: true`);
          fireEvent.blur(input);
          fireEvent.click(screen.getByText('Salvar'));
          const sent = send.mock.calls.map(([value]) => value as Value);
          expect(input).toBeInTheDocument();
          if (sent.length === 0) {
            expect(input.value).toBe(shown);
            expect(input).toHaveAttribute('aria-invalid', 'true');
            return;
          }
          const meant = kind.meant(text);
          expect(sent).toEqual([typeof meant === 'number' && sent[0] !== null ? sent[0] : meant]);
          // Minus zero equals zero.
          if (typeof meant === 'number') expect(Number(sent[0])).toBe(meant === 0 ? 0 : meant);
        } finally {
          cleanup();
        }
      }),
      { numRuns: 80 },
    );
  });
});

describe('form with an invalid field', () => {
  const date = KINDS[0] as Kind;

  it('is not sent by button, Enter or Ctrl+Enter, and moves the focus to the field', async () => {
    render(<Form kind={date} />);
    await userEvent.clear(field());
    await userEvent.type(field(), '31112026');
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    act(() => field().blur());
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(send).not.toHaveBeenCalled();
    expect(field()).toHaveFocus();
    expect(field()).toHaveValue('31/11/2026');
    expect(screen.getByText('Data inválida')).toBeInTheDocument();
    await userEvent.clear(field());
    await userEvent.type(field(), '01122026{Enter}');
    expect(send.mock.calls).toEqual([['2026-12-01']]);
  });

  it('is sent by Ctrl+Enter from a closed select, which Enter alone opens', async () => {
    render(
      <form
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.ctrlKey && !event.defaultPrevented) send('sent');
        }}
      >
        <DateField label="Campo" value={null} onChange={() => {}} />
        <TextField select label="Motivo" defaultValue="A">
          <MenuItem value="A">Avaria</MenuItem>
        </TextField>
      </form>,
    );
    act(() => screen.getByRole('combobox', { name: 'Motivo' }).focus());
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(send.mock.calls).toEqual([['sent']]);
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('listbox')).toBeInTheDocument();
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('blocks the confirmation of a dialog that is no form', async () => {
    const confirm = jest.fn<() => void>();
    function Dialog() {
      const [day, setDay] = useState<string | null>('2026-11-30');
      return (
        <ConfirmDialog open title="Reagendar" confirmLabel="Salvar" onConfirm={confirm} onCancel={() => {}}>
          <DateField label="Campo" value={day} onChange={setDay} />
        </ConfirmDialog>
      );
    }
    render(<Dialog />);
    await userEvent.clear(field());
    await userEvent.type(field(), '3111');
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(confirm).not.toHaveBeenCalled();
    expect(screen.getByText('Data inválida')).toBeInTheDocument();
    await userEvent.clear(field());
    await userEvent.type(field(), '01122026');
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(confirm).toHaveBeenCalledTimes(1);
  });

  it('does not affect a search beside it, nor the other way round', async () => {
    const act = jest.fn();
    render(
      <main>
        <Box role="search">
          <DateField label="Campo" value={null} onChange={() => {}} live />
        </Box>
        <button type="button" data-commits="" onClick={act}>
          Enviar
        </button>
      </main>,
    );
    await userEvent.type(field(), '31112026');
    await userEvent.click(screen.getByRole('button', { name: 'Enviar' }));
    expect(act).toHaveBeenCalledTimes(1);
  });

  it('shows a value from outside over what was typed', async () => {
    const { rerender } = render(<DateField label="Campo" value="2026-11-30" onChange={() => {}} live />);
    await userEvent.clear(field());
    await userEvent.type(field(), '3111');
    rerender(<DateField label="Campo" value="2026-12-05" onChange={() => {}} live />);
    expect(field()).toHaveValue('05/12/2026');
    expect((field() as HTMLInputElement).validity.customError).toBe(false);
  });
});

describe('text longer than its field', () => {
  const event = (value: string, data: string, maxLength = 10): InputEvent => {
    const target = document.createElement('textarea');
    if (maxLength >= 0) target.maxLength = maxLength;
    target.value = value;
    target.setSelectionRange(value.length, value.length);
    return { target, data, dataTransfer: null, inputType: 'insertFromPaste' } as unknown as InputEvent;
  };

  it('is rejected with a message, never cut', () => {
    expect(lengthProblem(event('', '12345678901'))).toBe(
      'Máximo de 10 caracteres. O texto colado tem 11, e nada foi colado. Encurte o texto e cole de novo.',
    );
    expect(lengthProblem(event('1234567890', 'x'))).toBe('Máximo de 10 caracteres.');
    expect(lengthProblem(event('12345', '67890'))).toBeUndefined();
    expect(lengthProblem(event('', 'x'.repeat(999), -1))).toBeUndefined();
  });
});

it('a field without a problem, drawn again, says nothing to the browser', () => {
  const said = jest.spyOn(HTMLInputElement.prototype, 'setCustomValidity');
  const draw = (value: string) => (
    <DateField label={`Dia ${value}`} value={value} onChange={() => undefined} />
  );
  const { rerender } = render(draw('2026-11-30'));
  rerender(draw('2026-11-29'));
  expect(said).not.toHaveBeenCalled();
  said.mockRestore();
});
