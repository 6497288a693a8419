import { customerUpkeepRoutes } from '#contract/callcenter/customers/customerUpkeep.ts';
import { INVALID_EMAIL, isEmail } from '#contract/rules/contact.ts';
import { isPhone } from '#contract/rules/phone.ts';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';

interface ValueDialogProps {
  kind: keyof typeof KINDS;
  idCli: number;
  id: number;
  value: string;
  /** The cell of a list in whose place it is opened. */
  cell?: HTMLElement;
  onClose: () => void;
  onDone: (text: string) => void;
}

const KINDS = {
  telefone: {
    title: 'Editar telefone',
    route: customerUpkeepRoutes.editPhone,
    isRight: isPhone,
    wrong: 'Telefone inválido',
  },
  email: {
    title: 'Editar e-mail',
    route: customerUpkeepRoutes.editEmail,
    isRight: isEmail,
    wrong: INVALID_EMAIL,
  },
} as const;

/** Replaces a phone number or an e-mail address; the value as it was read is sent along, in place of a version. */
export function ValueDialog({ kind, idCli, id, value, ...act }: ValueDialogProps) {
  const { title, route, isRight, wrong } = KINDS[kind];
  return (
    <CommandDialog
      route={route}
      params={{ idCli }}
      given={{ id, valoranterior: value }}
      record={{ versao: 0, valor: value }}
      check={({ valor }) => ({ valor: isRight(String(valor)) ? '' : wrong })}
      title={title}
      confirmLabel="Salvar"
      {...act}
    />
  );
}
