import AddOutlined from '@mui/icons-material/AddOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { useNotify } from 'ra-core';
import { type ComponentProps, type ReactNode, useState } from 'react';
import {
  CustomerContact,
  type CustomerEmail,
  type CustomerPhone,
  contactRoutes,
} from '#contract/callcenter/customers/contacts.ts';
import { field } from '#contract/field.ts';
import { formatCount } from '#contract/rules/format.ts';
import { formatPhone } from '#contract/rules/phone.ts';
import { isMask } from '#contract/rules/privacy/masks.ts';
import { useRoute } from '#data/useRoute.ts';
import { useDial } from '#src/resources/customers/shared/useDial.tsx';
import { ValueDialog } from '#src/resources/customers/shared/ValueDialog.tsx';
import { MailLink, PhoneAction } from '#ui/components/display/ContactLinks.tsx';
import { CopyButton } from '#ui/components/display/CopyButton.tsx';
import { type Answer, Answered, EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { ContactDialog } from '../editing/ContactDialog.tsx';
import { type ContactPhone, ContactPhoneDialog } from '../editing/ContactPhoneDialog.tsx';
import type { PanelTabProps } from '../panelTabProps.ts';
import { Line, Lines, TabHead } from '../TabParts.tsx';

/** The customer's contacts. Those who may register contacts can add and edit them. */
export function ContactsTab({ idCli }: PanelTabProps) {
  const query = useRoute(contactRoutes.contacts, { params: { idCli } });
  const [editing, setEditing] = useState<CustomerContact | 'new' | null>(null);
  const [number, setNumber] = useState<OpenNumber | null>(null);
  const notify = useNotify();
  const mayWrite = useCan().can('CLIENTE_CONTATOS_CADASTRA');
  const add = mayWrite && (
    <Button startIcon={<AddOutlined />} onClick={() => setEditing('new')}>
      Novo contato
    </Button>
  );
  return (
    <>
      <Answered answer={query}>
        {(contacts) =>
          contacts.length === 0 ? (
            <EmptyState
              title="Nenhum contato cadastrado"
              text="Com quem se fala neste cliente aparece aqui."
              actions={add}
            />
          ) : (
            <>
              <TabHead>
                {formatCount(contacts.length, 'contato', 'contatos')}
                {add}
              </TabHead>
              <Lines>
                {contacts.map((contact) => (
                  <ContactLine
                    key={contact.id}
                    idCli={idCli}
                    contact={contact}
                    {...(mayWrite && {
                      onEdit: () => setEditing(contact),
                      onNumber: (phone, cell) => setNumber({ contact, phone, cell }),
                    })}
                  />
                ))}
              </Lines>
            </>
          )
        }
      </Answered>
      {number && (
        <ContactPhoneDialog
          idCli={idCli}
          {...number}
          onClose={() => setNumber(null)}
          onDone={(message) => {
            notify(message, { type: 'success' });
            setNumber(null);
          }}
        />
      )}
      {editing && (
        <ContactDialog
          idCli={idCli}
          contact={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onDone={(message) => {
            notify(message, { type: 'success' });
            setEditing(null);
          }}
        />
      )}
    </>
  );
}

interface OpenNumber {
  contact: CustomerContact;
  phone: ContactPhone;
  cell: HTMLElement;
}

interface ContactLineProps {
  idCli: number;
  contact: CustomerContact;
  onEdit?: () => void;
  onNumber?: (phone: ContactPhone, cell: HTMLElement) => void;
}

function ContactLine({ idCli, contact, onEdit, onNumber }: ContactLineProps) {
  const dialing = useDial(idCli);
  const facts = [contact.tipoDesc, contact.cargo, contact.autorizadoFaturamento && 'autoriza faturamento'];
  const words = [...new Set(facts.filter(Boolean))].join(' · ');
  return (
    <Line>
      <div className="main">
        {contact.nome}
        {words && <small>{words}</small>}
      </div>
      {onEdit && (
        <IconButton aria-label={`Editar ${contact.nome}`} onClick={onEdit}>
          <EditOutlined fontSize="small" />
        </IconButton>
      )}
      {NUMBERS.filter((phone) => isShown(contact, phone)).map((phone) => (
        <OneNumber key={phone}>
          <PhoneAction phone={contact[phone]} {...dialing} />
          {onNumber && !isMask(contact[phone]) && (
            <IconButton
              size="small"
              aria-label={`Mudar o ${field(CustomerContact, phone).label.toLowerCase()} de ${contact.nome}`}
              onClick={({ currentTarget }) => onNumber(phone, currentTarget.parentElement ?? currentTarget)}
            >
              <EditOutlined sx={{ fontSize: 16 }} />
            </IconButton>
          )}
        </OneNumber>
      ))}
      {contact.email && <MailLink email={contact.email} />}
    </Line>
  );
}

const NUMBERS = ['telefone', 'celular'] as const;

/** A number that is both is shown once. */
const isShown = ({ telefone, celular }: CustomerContact, phone: ContactPhone): boolean =>
  phone === 'telefone' ? telefone !== '' : celular !== '' && celular !== telefone;

const OneNumber = styled('span')({ display: 'inline-flex', alignItems: 'center' });

/** Phone numbers to dial, copy or message; those owned by another system cannot be edited here. */
export function PhonesTab({ idCli }: PanelTabProps) {
  const query = useRoute(contactRoutes.phones, { params: { idCli } });
  const dialing = useDial(idCli);
  return (
    <EditableLines
      kind="telefone"
      idCli={idCli}
      query={query}
      textOf={({ tel }) => tel}
      nameOf={formatPhone}
      empty={<EmptyState title="Nenhum telefone cadastrado" text="Os telefones do cadastro aparecem aqui." />}
    >
      {({ tel, desc }) => (
        <>
          <PhoneAction phone={tel} {...dialing} />
          <small>{desc || 'Telefone'}</small>
        </>
      )}
    </EditableLines>
  );
}

/** Addresses to write to; those owned by another system cannot be edited here. */
export function EmailsTab({ idCli }: PanelTabProps) {
  const query = useRoute(contactRoutes.emails, { params: { idCli } });
  return (
    <EditableLines
      kind="email"
      idCli={idCli}
      query={query}
      textOf={({ email }) => email}
      empty={<EmptyState title="Nenhum e-mail cadastrado" text="Os e-mails do cadastro aparecem aqui." />}
    >
      {({ email, desc }) => (
        <>
          <MailLink email={email} />
          <CopyButton text={email} label={`Copiar ${email}`} />
          <small>{desc || 'E-mail'}</small>
        </>
      )}
    </EditableLines>
  );
}

interface EditableLinesProps<T> {
  kind: ComponentProps<typeof ValueDialog>['kind'];
  idCli: number;
  query: Answer<T[]>;
  /** The phone number or address, as it is edited. */
  textOf: (line: T) => string;
  /** How the button that edits it reads it. */
  nameOf?: (value: string) => string;
  /** Shown instead of lines. */
  empty: ReactNode;
  children: (line: T) => ReactNode;
}

/** One value a line, and a dialog for those that may be edited. */
function EditableLines<T extends CustomerPhone | CustomerEmail>({
  kind,
  idCli,
  query,
  textOf,
  nameOf = (value) => value,
  empty,
  children,
}: EditableLinesProps<T>) {
  const [editing, setEditing] = useState<T | null>(null);
  const notify = useNotify();
  const { can } = useCan();
  return (
    <Answered answer={query}>
      {(lines) => (
        <>
          {lines.length === 0 && empty}
          <Lines>
            {lines.map((line) => (
              <Line key={line.id}>
                <div className="main">{children(line)}</div>
                {line.permiteEditar && can('CLIENTE_EDITAR') && (
                  <IconButton aria-label={`Editar ${nameOf(textOf(line))}`} onClick={() => setEditing(line)}>
                    <EditOutlined fontSize="small" />
                  </IconButton>
                )}
              </Line>
            ))}
          </Lines>
          {editing && (
            <ValueDialog
              kind={kind}
              idCli={idCli}
              id={editing.id}
              value={textOf(editing)}
              onClose={() => setEditing(null)}
              onDone={(message) => {
                notify(message, { type: 'success' });
                setEditing(null);
              }}
            />
          )}
        </>
      )}
    </Answered>
  );
}
