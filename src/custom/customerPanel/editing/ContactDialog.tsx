import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { styled } from '@mui/material/styles';
import { type CustomerContact, contactRoutes } from '#contract/callcenter/customers/contacts.ts';
import {
  CONTACT_LENGTHS,
  type ContactForm,
  contactForm,
  contactProblems,
  NO_CONTACT,
} from '#contract/rules/customers/contactForm.ts';
import { textsOf } from '#contract/rules/problem.ts';
import { ownToday } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { FormDialog, useSave } from '#src/resources/customers/shared/FormDialog.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { DateField } from '#ui/components/inputs/DateField.tsx';
import { MaskedField } from '#ui/components/inputs/MaskedField.tsx';
import { PersonalField } from '#ui/components/inputs/masks.tsx';
import { ConflictView } from '#ui/conflict/ConflictView.tsx';
import { fieldLabels, useVersionedForm } from '#ui/conflict/useConflict.ts';

interface ContactDialogProps {
  idCli: number;
  /** `null` for a new contact. */
  contact: CustomerContact | null;
  onClose: () => void;
  onSaved: () => void;
}

const formOf = (contact: CustomerContact | null): ContactForm =>
  contact
    ? contactForm({
        ...contact,
        contato: contact.nome,
        tipocontato: contact.tipo,
        documento: contact.doc,
        datanascimento: contact.dtNasc,
      })
    : NO_CONTACT;

/** 'Criar novo contato' or 'Editar contato' (document 001 section 2). */
export function ContactDialog({ idCli, contact, onClose, onSaved }: ContactDialogProps) {
  const held = useVersionedForm<ContactForm>({
    versao: contact?.versao ?? 0,
    initial: formOf(contact),
    read: formOf,
  });
  const form = held.value;
  const types = useRoute(contactRoutes.types, {}, { staleTime: 600_000 }).data ?? [];
  const create = useSave(contactRoutes.create, onSaved);
  const update = useSave(contactRoutes.update, onSaved);
  const save = contact ? update : create;
  const submit = () => {
    const wrong = textsOf(contactProblems(contactForm(form), ownToday()));
    if (Object.keys(wrong).length > 0) return save.setErrors(wrong);
    if (contact) {
      const params = { idCli, idCont: contact.id };
      void update.send({ params, body: form }, held);
    } else void create.send({ params: { idCli }, body: form });
  };
  return (
    <FormDialog
      title={contact ? 'Editar contato' : 'Criar novo contato'}
      problem={save.problem ?? otherProblem(save.errors)}
      busy={save.busy}
      changed={held.changed}
      disabled={!held.changed || held.undecided}
      width="sm"
      onSubmit={submit}
      onClose={onClose}
    >
      <ConflictView
        conflict={held}
        name="este contato"
        labels={{
          ...fieldLabels(contactRoutes.update),
          tipocontato: {
            label: 'Tipo',
            show: (own) => types.find(({ id }) => id === own)?.desc ?? (own ? `Tipo ${own}` : '(vazio)'),
          },
        }}
      />
      <ContactFields form={form} errors={save.errors} known={contact} onChange={held.set} />
    </FormDialog>
  );
}

/** An error of a field that the dialog does not have. */
function otherProblem(errors: Record<string, string>): string | undefined {
  const key = Object.keys(errors).find((each) => !(each in NO_CONTACT));
  return key === undefined ? undefined : errors[key];
}

interface ContactFieldsProps {
  form: ContactForm;
  errors: Record<string, string>;
  known: CustomerContact | null;
  onChange: (change: Partial<ContactForm>) => void;
}

type TextKey = 'contato' | 'cargo' | 'time' | 'email';

/** Identity first, then contact details. */
function ContactFields({ form, errors, known, onChange }: ContactFieldsProps) {
  const problemOf = (key: keyof ContactForm) => ({ error: Boolean(errors[key]), helperText: errors[key] });
  const words = (key: TextKey, label: string) => (
    <PersonalField
      label={label}
      value={form[key]}
      onReplace={() => onChange({ [key]: '' })}
      onChange={(event) => onChange({ [key]: event.target.value })}
      slotProps={{ htmlInput: { maxLength: CONTACT_LENGTHS[key], autoComplete: 'off' } }}
      {...problemOf(key)}
      {...(key === 'contato' && { required: true, autoFocus: true })}
    />
  );
  return (
    <>
      {words('contato', 'Nome')}
      <Pair>
        <TypeField form={form} known={known} error={errors.tipocontato} onChange={onChange} />
        {words('cargo', 'Cargo')}
      </Pair>
      <Pair>
        <MaskedField
          kind="phone"
          label="Telefone"
          value={form.telefone}
          onChange={(telefone) => onChange({ telefone })}
          {...problemOf('telefone')}
        />
        <MaskedField
          kind="phone"
          label="Celular"
          value={form.celular}
          onChange={(celular) => onChange({ celular })}
          {...problemOf('celular')}
        />
      </Pair>
      {words('email', 'E-mail')}
      <Pair>
        <MaskedField
          kind="cpf"
          label="CPF"
          value={form.documento}
          onChange={(documento) => onChange({ documento })}
          {...problemOf('documento')}
        />
        <DateField
          label="Nascimento"
          value={form.datanascimento || null}
          onChange={(day) => onChange({ datanascimento: day ?? '' })}
          min="1900-01-01"
          max={ownToday()}
          {...problemOf('datanascimento')}
        />
      </Pair>
      {words('time', 'Time')}
      <FormControlLabel
        control={
          <Checkbox
            checked={form.autorizadoFaturamento}
            onChange={(_, autorizadoFaturamento) => onChange({ autorizadoFaturamento })}
          />
        }
        label="Pode autorizar o faturamento"
      />
    </>
  );
}

interface TypeFieldProps extends Pick<ContactFieldsProps, 'form' | 'known' | 'onChange'> {
  error: string | undefined;
}

/** The contact's current type stays selectable even when it is no longer offered. */
function TypeField({ form, known, error, onChange }: TypeFieldProps) {
  const { data } = useRoute(contactRoutes.types, {}, { staleTime: 600_000 });
  const own = known?.tipo ? [{ id: known.tipo, desc: known.tipoDesc }] : [];
  const options = data ?? [];
  const shown = [...own.filter(({ id }) => !options.some((each) => each.id === id)), ...options];
  return (
    <ChoiceField
      label="Tipo"
      value={form.tipocontato}
      onChange={(tipocontato) => onChange({ tipocontato })}
      error={Boolean(error)}
      helperText={error}
      choices={shown.map(({ id, desc }) => ({ value: id, label: desc }))}
      none="Sem tipo"
    />
  );
}

/** Two related fields side by side, stacked on a phone. */
const Pair = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 16,
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}));
