import { useEffect, useState } from 'react';
import { INVALID_EMAIL, isEmail, normalizeEmail } from '#contract/rules/contact.ts';
import { documentKind, normalizeDocument } from '#contract/rules/documents.ts';
import { isPhone } from '#contract/rules/phone.ts';
import { registrationRoutes } from '#contract/sac/registration.ts';
import { call } from '#data/call.ts';
import { CallFailure } from '#data/http.ts';
import { useCommand } from '#data/useRoute.ts';
import { errorText, textBesideFields } from '#ui/shell/states/StateMessage.tsx';
import type { Registered } from '../RegistrationFrame.tsx';

export interface ShortForm {
  doc: string;
  razSoc: string;
  fant: string;
  nomeContato: string;
  email: string;
  telefone: string;
}
export const NOTHING: ShortForm = { doc: '', razSoc: '', fant: '', nomeContato: '', email: '', telefone: '' };

/** The server's result for a document. */
interface DocumentAnswer {
  doc: string;
  error?: string | undefined;
  idCli?: number | undefined;
  /** Whether a supervisor can be asked to transfer the customer. */
  transfer?: boolean | undefined;
}

/** The pre-registration of document 001, section 5: missing fields, the document check, and saving. */
export function usePreRegistration(first: ShortForm, onDone: (done: Registered) => void) {
  const [form, setForm] = useState(first);
  const [left, setLeft] = useState<ReadonlySet<keyof ShortForm>>(new Set());
  const [answer, setAnswer] = useState<DocumentAnswer | null>(null);
  const [failure, setFailure] = useState('');
  const [refused, setRefused] = useState<Partial<Record<string, string>>>({});
  const [busy, setBusy] = useState<'checking' | 'saving' | null>(null);
  const command = useCommand();
  const doc = normalizeDocument(form.doc);
  const problems = problemsOf(form);
  const current = answer?.doc === doc ? answer : null;

  const check = async () => {
    if (doc === '' || problems.doc || current) return;
    setBusy('checking');
    setFailure('');
    try {
      const { error, idCli, podePedirTransferencia } = await call(registrationRoutes.lookUpDocument, {
        params: { documento: doc },
      });
      setAnswer({ doc, error, idCli, transfer: podePedirTransferencia });
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(null);
    }
  };
  // A document that is known already is not left by anybody.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    if (first.doc) void check();
  }, []);
  const save = async () => {
    setBusy('saving');
    setFailure('');
    setRefused({});
    const { doc: _, ...rest } = trimmed(form);
    const body = { ...rest, ...(doc !== '' && { doc }) };
    try {
      const { data } = await command(registrationRoutes.preRegister, { body });
      onDone({ id: data.id, message: data.message });
    } catch (error) {
      setFailure(textBesideFields(error, [...Object.keys(rest), 'doc']) ?? '');
      setRefused(error instanceof CallFailure ? error.fields : {});
    } finally {
      setBusy(null);
    }
  };
  const isFree = doc === '' || (current !== null && !current.error);
  const ready = Object.keys(problems).length === 0 && isFree;
  return {
    form,
    touched: JSON.stringify(form) !== JSON.stringify(first),
    set: (key: keyof ShortForm, text: string) => {
      setForm((now) => ({ ...now, [key]: text }));
      setRefused(({ [key]: _, ...others }) => others);
    },
    /** A field is validated once it has lost the focus. */
    leave: (key: keyof ShortForm) => {
      setLeft((keys) => new Set(keys).add(key));
      if (key === 'doc') void check();
    },
    textOf: (key: keyof ShortForm) => refused[key] ?? (left.has(key) ? problems[key] : undefined),
    /** Set when the document cannot be registered. */
    refusal: current?.error ? current : null,
    accepted: current !== null && !current.error,
    failure,
    busy,
    ready,
    why: ready ? '' : whyNot(problems, current),
    save,
  };
}

function problemsOf(form: ShortForm): Partial<Record<keyof ShortForm, string>> {
  const { doc, razSoc, fant, nomeContato, email, telefone } = trimmed(form);
  const entries: [keyof ShortForm, string | false][] = [
    ['doc', doc !== '' && documentKind(doc) === null && 'CPF ou CNPJ inválido'],
    ['razSoc', razSoc === '' && 'Campo obrigatório'],
    ['fant', fant === '' && 'Campo obrigatório'],
    ['nomeContato', nomeContato === '' && 'Campo obrigatório'],
    ['telefone', telefone === '' ? 'Campo obrigatório' : !isPhone(telefone) && 'Informe o telefone com DDD'],
    ['email', email === '' ? 'Campo obrigatório' : !isEmail(email) && INVALID_EMAIL],
  ];
  return Object.fromEntries(entries.filter(([, text]) => text));
}

function whyNot(problems: ReturnType<typeof problemsOf>, answer: DocumentAnswer | null): string {
  if (Object.keys(problems).length > 0) return 'Preencha todos os campos.';
  return answer?.error ? 'Este documento não pode ser cadastrado.' : 'O documento está sendo conferido.';
}

const trimmed = (form: ShortForm): ShortForm => ({
  doc: form.doc,
  razSoc: form.razSoc.trim(),
  fant: form.fant.trim(),
  nomeContato: form.nomeContato.trim(),
  email: normalizeEmail(form.email),
  telefone: form.telefone,
});
