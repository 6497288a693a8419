import FormHelperText from '@mui/material/FormHelperText';
import { styled } from '@mui/material/styles';
import { memo } from 'react';
import { type IconName, iconNames, paletteKeys } from '#contract/catalogs/catalog.ts';
import {
  customizedStatuses,
  type OwnStatus,
  type OwnStatuses,
  orderStatus,
  ownStatus,
  statusNames,
} from '#contract/catalogs/orderStatus.ts';
import { inStandardWords } from '#contract/words/words.ts';
import { CatalogIcon } from '#ui/components/display/CatalogIcon.tsx';
import { StatusChip, Tag } from '#ui/components/display/Chips.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { useStableCallback } from '#ui/components/useStableCallback.ts';

interface StatusesInputProps {
  value: OwnStatuses;
  onChange: (value: OwnStatuses) => void;
  /** Maximum number of characters in a name. */
  longest: number;
  error: string | undefined;
}

/** Name, colour and icon of each status, beside a preview of the resulting chip. */
export function StatusesInput({ value, onChange, longest, error }: StatusesInputProps) {
  const set = useStableCallback((status: string, part: OwnStatus) => {
    const parts = Object.entries({ ...ownStatus(value[status as keyof OwnStatuses]), ...part });
    const { [status as keyof OwnStatuses]: _before, ...others } = value;
    const filledParts = parts.filter(([, text]) => text !== '');
    onChange(filledParts.length > 0 ? { ...others, [status]: Object.fromEntries(filledParts) } : others);
  });
  return (
    <div>
      {STANDARD.map(({ status, label }) => (
        <StatusRow
          key={status}
          status={status}
          label={label}
          own={value[status]}
          longest={longest}
          set={set}
        />
      ))}
      {error && <FormHelperText error>{error}</FormHelperText>}
    </div>
  );
}

/** Here each is named as it is shipped, since what it is called instead stands beside it. */
const STANDARD = inStandardWords(() =>
  orderStatus.map(({ value: status, label, color }) => ({ status, label, color })),
);

interface StatusRowProps {
  status: keyof OwnStatuses;
  label: string;
  own: OwnStatuses[keyof OwnStatuses];
  longest: number;
  set: (status: string, part: OwnStatus) => void;
}

/** A key renders only the row it is typed in: each holds all colours and icons. */
const StatusRow = memo(({ status, label, own, longest, set }: StatusRowProps) => {
  const { rotulo = '', cor = '', icone = '' } = ownStatus(own);
  return (
    <Status aria-label={label} role="group">
      <StatusChip
        value={status}
        catalog={customizedStatuses(own ? { [status]: own } : {})}
        label={statusNames({ [status]: own })[status] ?? label}
      />
      <TextField
        label={`Nome de ${label}`}
        placeholder={label}
        value={rotulo}
        onChange={(event) => set(status, { rotulo: event.target.value })}
        slotProps={{ htmlInput: { maxLength: longest } }}
      />
      <ChoiceField
        label={`Cor de ${label}`}
        value={cor}
        onChange={(key) => set(status, { cor: key ?? '' })}
        choices={COLORS}
        fullWidth
        none="Como no padrão"
      />
      <ChoiceField
        label={`Ícone de ${label}`}
        value={icone}
        onChange={(name) => set(status, { icone: name ?? '' })}
        choices={ICONS}
        fullWidth
        none="Como no padrão"
      />
    </Status>
  );
});

/** Status colours are named after the status that has them by default. */
const COLOR_LABELS: Readonly<Record<string, string>> = {
  primaria: 'Primária',
  secundaria: 'Secundária',
  sucesso: 'Sucesso',
  aviso: 'Aviso',
  perigo: 'Perigo',
  informacao: 'Informação',
  'estoque.normal': 'Estoque normal',
  'estoque.baixo': 'Estoque baixo',
  'estoque.vazio': 'Estoque vazio',
  ...Object.fromEntries(STANDARD.map(({ color, label }) => [color, `A de ${label}`])),
};

const COLORS = paletteKeys.map((key) => {
  const label = COLOR_LABELS[key] ?? key;
  return {
    value: key as string,
    label,
    shown: (
      <Tag tone={key}>
        <span>{label}</span>
      </Tag>
    ),
  };
});

const Status = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  padding: '12px 0',
  justifyItems: 'start',
  '& .MuiTextField-root': { width: '100%' },
  [theme.breakpoints.up('sm')]: {
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    '& > :first-of-type': { gridColumn: '1 / -1' },
  },
}));

/** What each icon shows, for the people choosing one. */
const ICON_LABELS: Readonly<Record<IconName, string>> = {
  AccountCircle: 'Pessoa',
  AddCircleOutline: 'Mais',
  AdminPanelSettings: 'Administração',
  Archive: 'Arquivo',
  AssignmentInd: 'Ficha',
  AssignmentReturn: 'Devolução',
  AttachFile: 'Clipe',
  Autorenew: 'Renovação',
  Badge: 'Crachá',
  Block: 'Bloqueio',
  Cancel: 'X em círculo',
  CheckCircle: 'Confirmação',
  Description: 'Documento',
  DomainVerification: 'Empresa verificada',
  Event: 'Calendário',
  EventBusy: 'Calendário com X',
  Feedback: 'Comentário',
  Forward: 'Seta adiante',
  HeadsetMic: 'Fone',
  HelpOutline: 'Interrogação',
  HourglassEmpty: 'Ampulheta',
  HowToReg: 'Pessoa confirmada',
  Inbox: 'Caixa de entrada',
  Inventory2: 'Caixa',
  LocalShipping: 'Caminhão',
  Lock: 'Cadeado',
  ManageAccounts: 'Pessoa e engrenagem',
  MarkEmailRead: 'E-mail lido',
  MoneyOff: 'Sem dinheiro',
  Paid: 'Dinheiro',
  Pending: 'Reticências',
  PendingActions: 'Prancheta e relógio',
  PersonSearch: 'Pessoa e lupa',
  PointOfSale: 'Caixa registradora',
  Public: 'Globo',
  QuestionAnswer: 'Conversa',
  ReceiptLong: 'Nota',
  RemoveShoppingCart: 'Carrinho riscado',
  ReportProblem: 'Atenção',
  RequestQuote: 'Orçamento',
  Search: 'Lupa',
  ShoppingCartCheckout: 'Carrinho',
  Storefront: 'Loja',
  SupervisorAccount: 'Duas pessoas',
  SwapHoriz: 'Troca',
  ThumbDown: 'Polegar para baixo',
  Today: 'Dia',
  TrendingUp: 'Subida',
  Undo: 'Desfazer',
  Unarchive: 'Desarquivar',
  Verified: 'Selo',
  Warehouse: 'Depósito',
  Warning: 'Alerta',
};

const ICONS = iconNames.map((name) => ({
  value: name as string,
  label: ICON_LABELS[name],
  shown: (
    <>
      <CatalogIcon name={name} /> {ICON_LABELS[name]}
    </>
  ),
}));
