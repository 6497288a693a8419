import { INVALID_EMAIL, isEmail, normalizeEmail } from '../contact.ts';
import { isCpf, normalizeDocument } from '../documents.ts';
import { BIRTH_DATE_MESSAGE, isBirthDate } from '../person.ts';
import { isPhone, normalizePhone } from '../phone.ts';
import { isMask } from '../privacy/masks.ts';
import type { Problem } from '../problem.ts';
import type { CalendarDate } from '../time/calendarDate.ts';

/** A customer's contact with its wire field names and without masks; an empty text means no value. */
export interface ContactForm {
  contato: string;
  tipocontato: number | null;
  documento: string;
  datanascimento: CalendarDate;
  time: string;
  cargo: string;
  telefone: string;
  celular: string;
  email: string;
  autorizadoFaturamento: boolean;
}

/** Names are at most 50 characters long (document 001 section 9). */
export const CONTACT_LENGTHS = { contato: 50, time: 50, cargo: 50, email: 50 } as const;

export const NO_CONTACT: ContactForm = {
  contato: '',
  tipocontato: null,
  documento: '',
  datanascimento: '',
  time: '',
  cargo: '',
  telefone: '',
  celular: '',
  email: '',
  autorizadoFaturamento: false,
};

type Loose = { [K in keyof ContactForm]?: ContactForm[K] | string | null | undefined };

/** Cleans up submitted data by removing formats and blanks; values that were shown masked are kept in their masked form. */
export function contactForm(sent: Loose): ContactForm {
  const text = (key: keyof ContactForm) => String(sent[key] ?? '').trim();
  const plain = (key: keyof ContactForm, normalize: (value: string) => string) =>
    isMask(text(key)) ? text(key) : normalize(text(key));
  return {
    contato: text('contato'),
    tipocontato: Number(sent.tipocontato) || null,
    documento: plain('documento', normalizeDocument),
    datanascimento: text('datanascimento'),
    time: text('time'),
    cargo: text('cargo'),
    telefone: plain('telefone', normalizePhone),
    celular: plain('celular', normalizePhone),
    email: plain('email', normalizeEmail),
    autorizadoFaturamento: sent.autorizadoFaturamento === true,
  };
}

const REACH = 'Informe telefone, celular ou e-mail.';

/**
 * A contact needs a name and a way to be reached; everything else that is given must be valid. A mask stands for the stored
 * value.
 */
export function contactProblems(form: ContactForm, today: CalendarDate): Problem[] {
  const problems: Problem[] = [];
  const demand = (field: keyof ContactForm, holds: boolean, message: string) => {
    if (!holds && !isMask(form[field])) problems.push({ field, message });
  };
  const wrong = (field: 'telefone' | 'celular', message: string) =>
    demand(field, !form[field] || isPhone(form[field]), message);
  demand('contato', form.contato !== '', 'Informe o nome.');
  demand('documento', !form.documento || isCpf(form.documento), 'CPF inválido');
  demand(
    'datanascimento',
    !form.datanascimento || isBirthDate(form.datanascimento, today),
    BIRTH_DATE_MESSAGE,
  );
  wrong('telefone', 'Telefone inválido');
  wrong('celular', 'Celular inválido');
  demand('email', !form.email || isEmail(form.email), INVALID_EMAIL);
  demand('email', form.email.length <= CONTACT_LENGTHS.email, 'Máximo de 50 caracteres.');
  demand('telefone', Boolean(form.telefone || form.celular || form.email), REACH);
  return problems;
}
