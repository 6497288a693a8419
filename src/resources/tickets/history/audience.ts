import ForwardOutlined from '@mui/icons-material/ForwardOutlined';
import LockOutlined from '@mui/icons-material/LockOutlined';
import PublicOutlined from '@mui/icons-material/PublicOutlined';
import type { Audience } from './replyDraft.ts';

interface AudienceRow {
  value: Audience;
  label: string;
  /** Who reads it. */
  readers: string;
  send: string;
  placeholder: string;
  Icon: typeof LockOutlined;
}

/** Who reads what is written, in the order of the switch. */
export const audiences: readonly AudienceRow[] = [
  {
    value: 'PUBLICO',
    label: 'Público',
    readers: 'O cliente vai ler',
    send: 'Enviar ao cliente',
    placeholder: 'Responda ao cliente…',
    Icon: PublicOutlined,
  },
  {
    value: 'PRIVADO',
    label: 'Privado',
    readers: 'Só a equipe vê',
    send: 'Guardar para a equipe',
    placeholder: 'Anote para a equipe…',
    Icon: LockOutlined,
  },
  {
    value: 'ENCAMINHAMENTO',
    label: 'Encaminhar',
    readers: 'Só a equipe vê',
    send: 'Encaminhar',
    placeholder: 'Diga ao setor o que falta fazer…',
    Icon: ForwardOutlined,
  },
];

export const audienceOf = (value: Audience): AudienceRow =>
  audiences.find((row) => row.value === value) ?? (audiences[0] as AudienceRow);
