import { styled } from '@mui/material/styles';
import type { ShowcaseRecord } from '#contract/callcenter/homeContent.ts';
import { LINK_TARGET_KINDS, type OpensKind, type OpensTarget } from '#contract/rules/sales/showcase.ts';
import { currentInitialLoad } from '#data/session.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { NumberField } from '#ui/components/inputs/NumberField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { FlagField } from '#ui/editing/BodyField.tsx';

interface OpensFieldsProps {
  value: OpensTarget;
  onChange: (value: OpensTarget) => void;
  error: string | undefined;
}

/** The target of a click. */
export function LinkTargetFields({ value, onChange, error }: OpensFieldsProps) {
  const which = OPENS_VALUES[value.tipo];
  return (
    <Pair>
      <ChoiceField
        label="O que abre"
        value={value.tipo}
        onChange={(tipo) => onChange({ tipo })}
        choices={LINK_TARGET_KINDS.map((kind) => ({ value: kind, label: OPENS_LABELS[kind] }))}
      />
      {which && (
        <TextField
          label={which.label}
          value={value.valor ?? ''}
          onChange={(event) => onChange({ ...value, valor: event.target.value })}
          error={Boolean(error)}
          helperText={error ?? which.hint}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
      )}
    </Pair>
  );
}

/** Two fields side by side where there is room. */
export const Pair = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 16,
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}));

interface Place {
  /** '' means all branches. */
  filial: string;
  ordem: string;
  ativo: boolean;
}

interface PlaceFieldsProps {
  value: Place;
  onChange: (part: Partial<Place>) => void;
  errorOf: (key: string) => string | undefined;
  activeLabel: string;
}

/** Who sees it, its position, and whether it is shown. */
export function PlaceFields({ value, onChange, errorOf, activeLabel }: PlaceFieldsProps) {
  const branches = currentInitialLoad()?.filiais ?? [];
  return (
    <>
      <Pair>
        <ChoiceField
          label="Filial"
          value={value.filial}
          onChange={(filial) => onChange({ filial: filial ?? '' })}
          error={Boolean(errorOf('idFil'))}
          helperText={errorOf('idFil') ?? 'Quem atende a filial escolhida vê.'}
          choices={branches.map(({ idFil, razSoc }) => ({ value: String(idFil), label: razSoc }))}
          none="Todas as filiais"
        />
        <NumberField
          label="Ordem"
          value={value.ordem || null}
          onChange={(ordem) => onChange({ ordem: ordem ?? '' })}
          max="999"
          helperText="O menor número vem primeiro."
        />
      </Pair>
      <FlagField label={activeLabel} value={value.ativo} onChange={(ativo) => onChange({ ativo })} />
    </>
  );
}

const OPENS_LABELS: Record<OpensKind, string> = {
  NADA: 'Nada',
  PRODUTOS: 'Uma busca de produtos',
  CLIENTES: 'A lista de clientes',
  ARTIGO: 'Um artigo da FAQ',
  CAMPANHA: 'As campanhas',
  TELA: 'Uma tela do console',
};

/** The label of `valor`, for the kinds that have one. */
const OPENS_VALUES: Partial<Record<OpensKind, { label: string; hint: string }>> = {
  PRODUTOS: { label: 'Palavras da busca', hint: 'Por exemplo a marca: os produtos abrem em uma janela.' },
  CLIENTES: { label: 'Pesquisa de clientes', hint: 'Vazio: a lista inteira.' },
  ARTIGO: { label: 'Código do artigo', hint: 'O número no endereço do artigo.' },
  TELA: { label: 'Caminho da tela', hint: 'Por exemplo /agendas ou /pedidos. Só telas deste console.' },
};

const OPENS_SHORT: Record<OpensKind, string> = {
  NADA: 'Nada',
  PRODUTOS: 'Produtos',
  CLIENTES: 'Clientes',
  ARTIGO: 'Artigo',
  CAMPANHA: 'Campanhas',
  TELA: 'Tela',
};

/** The text in a list: 'Produtos: Bom Grão'. */
export const linkTargetLabel = ({ tipo, valor }: OpensTarget): string =>
  valor ? `${OPENS_SHORT[tipo]}: ${valor}` : OPENS_SHORT[tipo];

export const PRODUCT_LABELS: Record<ShowcaseRecord['produtos']['tipo'], string> = {
  MAIS_VENDIDOS: 'Mais vendidos',
  MARCA: 'Marca',
  CLASSE: 'Classe',
  PROMOCAO: 'Em promoção',
  CAMPANHA: 'Campanha',
};
