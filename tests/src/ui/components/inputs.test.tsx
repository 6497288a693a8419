import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { AsyncAutocomplete, type AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { DateField } from '#ui/components/inputs/DateField.tsx';
import { MaskedField } from '#ui/components/inputs/MaskedField.tsx';
import type { MaskKind } from '#ui/components/inputs/masks.tsx';
import { QuantityStepper, type QuantityStepperProps } from '#ui/components/inputs/QuantityStepper.tsx';
import { expectNoAxeViolations } from './support/expectNoAxeViolations.ts';

describe('MaskedField', () => {
  const Field = ({
    kind,
    initial = '',
    onChange,
  }: {
    kind: MaskKind;
    initial?: string;
    onChange?: jest.Mock;
  }) => {
    const [value, setValue] = useState(initial);
    const change = (plain: string) => {
      setValue(plain);
      onChange?.(plain);
    };
    return <MaskedField kind={kind} label="Campo" value={value} onChange={change} />;
  };
  const field = () => screen.getByRole('textbox', { name: 'Campo' }) as HTMLInputElement;

  it.each<[MaskKind, string, string, string]>([
    ['cpf', '10000000108', '100.000.001-08', '10000000108'],
    ['cnpj', '12abc34501de35', '12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['cpfCnpj', '10000000108', '100.000.001-08', '10000000108'],
    ['cpfCnpj', '12ABC34501DE35', '12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['cep', '13010100', '13010-100', '13010100'],
    ['phone', '19987654321', '(19) 98765-4321', '19987654321'],
    ['date', '21112026', '21/11/2026', '21112026'],
  ])('masks a typed %s', async (kind, typed, shown, plain) => {
    const onChange = jest.fn();
    render(<Field kind={kind} onChange={onChange} />);
    await userEvent.type(field(), typed);
    expect(field()).toHaveValue(shown);
    await userEvent.tab();
    expect(onChange).toHaveBeenLastCalledWith(plain);
  });

  it.each<[MaskKind, string, string]>([
    ['cpf', ' 100.000.001-08 ', '100.000.001-08'],
    ['cnpj', '12.ABC.345/01DE-35', '12.ABC.345/01DE-35'],
    ['phone', '+55 (19) 98765-4321', '(19) 98765-4321'],
    ['date', '2026-11-21', '21/11/2026'],
  ])('accepts a pasted %s in any form', async (kind, pasted, shown) => {
    render(<Field kind={kind} />);
    await userEvent.click(field());
    await userEvent.paste(pasted);
    expect(field()).toHaveValue(shown);
  });

  it('erases across a separator and keeps the caret in place', async () => {
    render(<Field kind="cpf" initial="10000000108" />);
    act(() => field().focus());
    field().setSelectionRange(4, 4);
    await userEvent.keyboard('{Backspace}');
    expect(field()).toHaveValue('100.000.010-8');
    field().setSelectionRange(5, 5);
    await userEvent.keyboard('7');
    expect(field()).toHaveValue('100.070.001-08');
    expect(field().selectionStart).toBe(6);
  });

  it.each<[MaskKind, string, string]>([
    ['date', '1/2/2026', '01/02/2026'],
    ['date', '31.12.2026', '31/12/2026'],
    ['time', '9h30', '09:30'],
  ])('recognises the parts of a %s by their separators', async (kind, typed, shown) => {
    const { unmount } = render(<Field kind={kind} />);
    await userEvent.type(field(), typed);
    expect(field()).toHaveValue(shown);
    unmount();
    render(<Field kind={kind} />);
    await userEvent.click(field());
    await userEvent.paste(typed);
    expect(field()).toHaveValue(shown);
  });

  it.each<[MaskKind, string]>([
    ['cep', '13010-1009'],
    ['cpf', '100.000.001-0X'],
    ['cpf', '12.ABC.345/01DE-35'],
    ['phone', '(19) 98765-4321 ramal 2'],
    ['phone', '0 15 11 98765-43210'],
    ['date', '21/11/20267'],
    ['date', '2026-11-21T10:00'],
  ])('keeps a %s that does not fit unchanged: %s', async (kind, pasted) => {
    render(<Field kind={kind} />);
    await userEvent.click(field());
    await userEvent.paste(pasted);
    expect(field()).toHaveValue(pasted);
    expect(field()).toHaveAttribute('aria-invalid', 'true');
  });
});

describe('DateField', () => {
  const Field = ({ onChange, min }: { onChange: jest.Mock; min?: string }) => {
    const [value, setValue] = useState<string | null>(null);
    const change = (date: string | null) => {
      setValue(date);
      onChange(date);
    };
    return <DateField label="De" value={value} onChange={change} min={min} />;
  };
  const field = () => screen.getByRole('textbox', { name: 'De' });

  it('reports a date only when it is complete and exists', async () => {
    const onChange = jest.fn();
    render(<Field onChange={onChange} />);
    await userEvent.type(field(), '30022026');
    expect(screen.getByText('Data inválida')).toBeInTheDocument();
    expect(onChange).not.toHaveBeenCalled();
    await userEvent.clear(field());
    await userEvent.type(field(), '28022026');
    expect(onChange.mock.calls).toEqual([['2026-02-28']]);
    await userEvent.clear(field());
    expect(onChange).toHaveBeenLastCalledWith(null);
  });

  it('shows the first allowed date', async () => {
    const onChange = jest.fn();
    render(<Field onChange={onChange} min="2026-05-25" />);
    await userEvent.type(field(), '01012026');
    expect(screen.getByText('Data anterior a data mínima (25/05/2026)')).toBeInTheDocument();
    expect(onChange).not.toHaveBeenCalled();
  });

  it('marks an incomplete date on blur', async () => {
    render(<Field onChange={jest.fn()} />);
    await userEvent.type(field(), '2802');
    expect(screen.queryByText('Data inválida')).not.toBeInTheDocument();
    await userEvent.tab();
    expect(screen.getByText('Data inválida')).toBeInTheDocument();
  });

  it('accepts a date from the calendar', async () => {
    const onChange = jest.fn();
    render(<Field onChange={onChange} />);
    await userEvent.type(field(), '21112026');
    await userEvent.click(screen.getByRole('button', { name: 'Abrir calendário: De' }));
    await userEvent.click(await screen.findByRole('gridcell', { name: '5' }));
    expect(onChange).toHaveBeenLastCalledWith('2026-11-05');
    expect(field()).toHaveValue('05/11/2026');
  });
});

describe('QuantityStepper', () => {
  const Stepper = (props: Partial<QuantityStepperProps> & { seen?: jest.Mock }) => {
    const [value, setValue] = useState(props.value ?? null);
    const change = (next: string | null) => {
      setValue(next);
      props.seen?.(next);
    };
    return <QuantityStepper label="Quantidade" {...props} value={value} onChange={change} />;
  };
  const field = () => screen.getByRole('textbox', { name: 'Quantidade' });

  it('steps by buttons and arrow keys between one step and the maximum', async () => {
    render(<Stepper max="2" unit="CX" />);
    expect(screen.getByText('Máximo 2 CX')).toBeInTheDocument();
    const [less, more] = ['Diminuir', 'Aumentar'].map((name) => screen.getByRole('button', { name })) as [
      HTMLElement,
      HTMLElement,
    ];
    expect(less).toBeDisabled();
    await userEvent.click(more);
    expect(field()).toHaveValue('1');
    expect(less).toBeDisabled();
    await userEvent.type(field(), '{ArrowUp}');
    expect(field()).toHaveValue('2');
    expect(more).toBeDisabled();
    await userEvent.click(less);
    expect(field()).toHaveValue('1');
    await expectNoAxeViolations();
  });

  it.each<[typed: string, less: string | null, more: string | null]>([
    ['7', '3', null],
    ['3', '2', null],
    ['2,5', '2', '3'],
    ['0', null, '1'],
    ['-4', null, '1'],
    ['12345678', '3', null],
  ])('steps from the %s in the field, even if it is invalid', async (typed, less, more) => {
    for (const [name, after] of [
      ['Diminuir', less],
      ['Aumentar', more],
    ] as const) {
      const { unmount } = render(<Stepper max="3" decimals={false} />);
      await userEvent.type(field(), typed);
      const button = screen.getByRole('button', { name });
      if (after === null) expect(button).toBeDisabled();
      else {
        await userEvent.click(button);
        expect(field()).toHaveValue(after);
        expect(field()).toHaveAttribute('aria-invalid', 'false');
      }
      unmount();
    }
  });

  it('accepts a decimal comma and reports exact decimals', async () => {
    const seen = jest.fn();
    render(<Stepper seen={seen} />);
    await userEvent.type(field(), '1,25');
    expect(seen).toHaveBeenLastCalledWith('1.25');
    expect(field()).toHaveValue('1,25');
  });

  it.each([
    ['12a3', 'Número inválido. Use vírgula nos decimais.'],
    ['1,,5', 'Número inválido. Use vírgula nos decimais.'],
    ['1e309', 'Número inválido. Use vírgula nos decimais.'],
    ['-1', 'A quantidade precisa ser maior que zero.'],
    ['1000000000', 'A quantidade pode ter no máximo 7 dígitos antes da vírgula.'],
  ])('keeps %s as typed, marked in red, and reports nothing', async (text, problem) => {
    const seen = jest.fn();
    render(<Stepper seen={seen} />);
    await userEvent.click(field());
    await userEvent.paste(text);
    expect(field()).toHaveValue(text);
    expect(screen.getByText(problem)).toBeInTheDocument();
    expect(seen).not.toHaveBeenCalled();
  });

  it('rejects a comma for whole units', async () => {
    const seen = jest.fn();
    render(<Stepper decimals={false} seen={seen} />);
    await userEvent.type(field(), '1,5');
    expect(field()).toHaveValue('1,5');
    expect(screen.getByText('Use um número inteiro')).toBeInTheDocument();
    expect(seen).toHaveBeenLastCalledWith(null);
  });

  it('shows what is wrong, keeps what was typed and reports no usable value', async () => {
    const seen = jest.fn();
    render(<Stepper max="10" seen={seen} />);
    await userEvent.type(field(), '11');
    expect(screen.getByText('A quantidade pode ser no máximo 10.')).toBeInTheDocument();
    expect(field()).toHaveValue('11');
    expect(field()).toHaveAttribute('aria-invalid', 'true');
    expect(seen).toHaveBeenLastCalledWith(null);
  });
});

describe('AsyncAutocomplete', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const user = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  type Load = (term: string, signal: AbortSignal) => Promise<AsyncOption[]>;

  interface FieldProps {
    load: Load;
    onChange?: (option: AsyncOption | null) => void;
    minLength?: number;
  }
  const Field = ({ load, onChange, minLength = 0 }: FieldProps) => {
    const [value, setValue] = useState<AsyncOption | null>(null);
    const change = (option: AsyncOption | null) => {
      setValue(option);
      onChange?.(option);
    };
    return (
      <AsyncAutocomplete
        label="Cliente"
        hint="Código, Razão Social, CNPJ..."
        value={value}
        onChange={change}
        load={load}
        minLength={minLength}
      />
    );
  };
  const field = () => screen.getByRole('combobox', { name: 'Cliente' });

  it('requests once after a pause and reports the choice', async () => {
    const load = jest.fn<Load>(async (term) =>
      term ? [{ value: 7, label: `Padaria ${term}`, second: 'Sol Ltda' }] : [],
    );
    const onChange = jest.fn();
    render(<Field load={load} onChange={onChange} />);
    await user().click(field());
    await wait(0);
    await user().type(field(), 'sol');
    await wait(399);
    expect(screen.getByText('Carregando ...')).toBeInTheDocument();
    expect(load.mock.calls.map(([term]) => term)).toEqual(['']);
    await wait(1);
    expect(load.mock.calls.map(([term]) => term)).toEqual(['', 'sol']);
    await user().keyboard('{ArrowDown}{Enter}');
    expect(onChange).toHaveBeenCalledWith({ value: 7, label: 'Padaria sol', second: 'Sol Ltda' });
    expect(field()).toHaveValue('Padaria sol');
  });

  it('selects a single hit, even if Enter came before the answer, but none of several', async () => {
    const load: Load = async (term) =>
      term === 'sol'
        ? [{ value: 7, label: 'Padaria sol' }]
        : [
            { value: 1, label: 'Lua' },
            { value: 2, label: 'Luar' },
          ];
    const onChange = jest.fn();
    render(<Field load={load} onChange={onChange} />);
    await user().type(field(), 'lu{Enter}');
    await wait(500);
    expect(onChange).not.toHaveBeenCalled();
    expect(screen.getByRole('option', { name: 'Luar' })).toBeInTheDocument();
    await user().clear(field());
    await user().type(field(), 'sol{Enter}');
    expect(onChange).not.toHaveBeenCalled();
    await wait(500);
    expect(onChange).toHaveBeenCalledWith({ value: 7, label: 'Padaria sol' });
  });

  it('says what can be typed, that there is nothing to choose, and what was not found', async () => {
    const { rerender } = render(<Field load={async () => []} minLength={1} />);
    await user().click(field());
    await wait(0);
    expect(screen.getByText('Código, Razão Social, CNPJ...')).toBeInTheDocument();
    rerender(<Field load={async () => []} />);
    await wait(0);
    expect(screen.getByText('Nada para escolher ainda')).toBeInTheDocument();
    await user().type(field(), 'xyz');
    await wait(400);
    expect(screen.getByText('Não encontrado xyz')).toBeInTheDocument();
  });

  it('ignores an answer to an older text, and shows a failure', async () => {
    const aborted: boolean[] = [];
    const load: Load = (term, signal) =>
      new Promise((resolve, reject) => {
        if (term === 'so') setTimeout(() => resolve([{ value: 1, label: 'Velha' }]), 1000);
        else if (term === 'sol') setTimeout(() => reject(new Error('Sem conexão')), 10);
        else resolve([]);
        signal.addEventListener('abort', () => aborted.push(true));
      });
    render(<Field load={load} />);
    await user().type(field(), 'so');
    await wait(400);
    await user().type(field(), 'l');
    await wait(2000);
    expect(screen.queryByText('Velha')).not.toBeInTheDocument();
    expect(screen.getByText('Sem conexão')).toBeInTheDocument();
    expect(aborted.length).toBeGreaterThan(0);
  });
});

describe('ConfirmDialog', () => {
  const ask = (onConfirm: () => void | Promise<void>, onCancel = jest.fn()) => {
    render(
      <ConfirmDialog
        open
        title="Arquivar 3 tickets?"
        text="Eles saem da lista padrão."
        confirmLabel="Arquivar"
        onConfirm={onConfirm}
        onCancel={onCancel}
      />,
    );
    return onCancel;
  };

  it('has a name, confirms, and closes by Escape', async () => {
    const onConfirm = jest.fn<() => void>();
    const onCancel = ask(onConfirm);
    expect(screen.getByRole('dialog', { name: 'Arquivar 3 tickets?' })).toHaveTextContent(
      'Eles saem da lista padrão.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Arquivar' }));
    expect(onConfirm).toHaveBeenCalledTimes(1);
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(onCancel).toHaveBeenCalledTimes(1);
  });

  it('stays open and shows the reason when the action fails', async () => {
    ask(async () => {
      throw new Error('Ticket já arquivado');
    });
    await userEvent.click(screen.getByRole('button', { name: 'Arquivar' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Ticket já arquivado');
    expect(screen.getByRole('button', { name: 'Arquivar' })).toBeEnabled();
  });
});
