import type { Problem } from '../../../../contract/config/definitions.ts';
import type { CustomTypeDefinition } from '../../../../contract/records/customType.ts';
import { standardTypes } from '../../../../contract/records/index.ts';
import { ownTypeRoutes } from '../../../../contract/records/ownTypes.ts';
import { type AnyRecordType, upperFirst } from '../../../../contract/records/recordType.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { ChoiceProperty } from '../parts/PropertyFields.tsx';

interface ReferencePropertyProps {
  pointer: string;
  value: string;
  onChange: (key: string) => void;
  own: CustomTypeDefinition;
  problems: Problem[];
  readOnly: boolean;
}

/** Types that one value names. */
const STANDARD = Object.values(standardTypes as Record<string, AnyRecordType>)
  .filter(({ codigo, campos }) => codigo.length === 1 && campos[codigo[0] ?? '']?.tipo !== 'REFERENCIA')
  .map(({ chave, titulo }) => ({ value: chave, label: upperFirst(titulo.muitos) }));

/** To which type a field refers: those of the console and the company's own. */
export function ReferenceProperty({ own, ...props }: ReferencePropertyProps) {
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
  return <ChoiceProperty {...props} label="Refere-se a" choices={choices} />;
}
