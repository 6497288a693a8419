import type { Static } from '@sinclair/typebox';
import { Strict, Text } from '../../route.ts';
import type { CalendarDate } from '../calendarDate.ts';
import { documentKind } from '../documents.ts';
import { INVALID_EMAIL, isEmail } from '../email.ts';
import { BIRTH_DATE_MESSAGE, isBirthDate, isFullName } from '../person.ts';
import { isPhone } from '../phone.ts';
import type { Problem } from '../problem.ts';

/** Who a final consumer's ticket is for (document 000, sections 3 and 5). Dates are 'YYYY-MM-DD', '' when unknown. */
export const ConsumerForm = Strict(
  {
    documento: Text('CPF ou CNPJ', 18),
    nome: Text('Nome', 100),
    email: Text('E-mail', 100),
    telefone: Text('Telefone', 20),
    data_nascimento: Text('Data de nascimento', 10),
  },
  { title: 'Consumidor final' },
);
export type ConsumerForm = Static<typeof ConsumerForm>;

export interface ConsumerFormContext {
  /** Staff fill in all of it; a consumer's own document, phone and birth date are known to the server. */
  full: boolean;
  today: CalendarDate;
}

/** What keeps the form from being accepted; fields are those of the form. */
export function consumerFormProblems(form: ConsumerForm, { full, today }: ConsumerFormContext): Problem[] {
  const checks: [keyof ConsumerForm, string | null][] = [
    ['documento', judge(form.documento, full, (text) => documentKind(text) !== null, 'O campo é inválido')],
    ['nome', judge(form.nome, true, isFullName, 'Informe seu nome e sobrenome')],
    ['email', judge(form.email, true, isEmail, INVALID_EMAIL)],
    ['telefone', judge(form.telefone, full, isPhone, 'Telefone inválido')],
    [
      'data_nascimento',
      judge(form.data_nascimento, full, (date) => isBirthDate(date, today), BIRTH_DATE_MESSAGE),
    ],
  ];
  return checks.flatMap(([field, message]) => (message ? [{ field, message }] : []));
}

/** `null`: nothing to say. An empty text is judged by `required` alone. */
function judge(
  text: string,
  required: boolean,
  accepts: (text: string) => boolean,
  message: string,
): string | null {
  if (text.trim() === '') return required ? 'Campo obrigatório' : null;
  return accepts(text) ? null : message;
}
