import { standardTypes } from '#contract/records/index.ts';
import type { AnyRecordType } from '#contract/records/recordType.ts';
import { ownTypeRoutes } from '#contract/records/routes/ownTypes.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { useRoute } from '#data/useRoute.ts';
import { PanelField } from '../parts/PanelField.tsx';
import type { OwnType } from './campoEditing.ts';

interface ReferencePropertyProps {
  at: string;
  value: string;
  onChange: (key: string) => void;
  own: OwnType;
  readOnly: boolean;
}

/** Types that are identified by a single value. */
const STANDARD = Object.values(standardTypes as Record<string, AnyRecordType>)
  .filter(({ codigo, campos }) => codigo.length === 1 && campos[codigo[0] ?? '']?.tipo !== 'REFERENCIA')
  .map(({ chave, titulo }) => ({ value: chave, label: upperFirst(titulo.muitos) }));

/** The type that a field refers to: a standard type or one of the company's own. */
export function ReferenceProperty({ at, value, onChange, own, readOnly }: ReferencePropertyProps) {
  const { data } = useRoute(ownTypeRoutes.list, {}, { staleTime: 30_000 });
  const others = (data?.itens ?? [])
    .filter(({ chave }) => chave !== own.chave)
    .map(({ chave, titulo }) => ({ value: chave, label: upperFirst(titulo.muitos) }));
  const choices = [
    ...STANDARD,
    ...others,
    { value: 'pessoas', label: upperFirst('pessoas') },
    { value: 'tickets', label: upperFirst('tickets') },
    { value: own.chave, label: `${upperFirst(own.titulo.muitos)} (este cadastro)` },
  ].sort((a, b) => a.label.localeCompare(b.label, 'pt-BR'));
  return <PanelField at={at} value={value} set={onChange} choices={choices} readOnly={readOnly} />;
}
