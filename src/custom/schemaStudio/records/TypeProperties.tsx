import type { Problem } from '#contract/config/definitions.ts';
import { type CustomTypeDefinition, customRecordType, inUse } from '#contract/records/customType.ts';
import { choicesOf } from '#ui/components/inputs/PropertyFields.tsx';
import { PanelField } from '../parts/PanelField.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import { icons } from '../reports/cardNames.ts';
import { ScopeProperty } from './ScopeProperty.tsx';
import { TypePermissions } from './TypePermissions.tsx';
import { renamed } from './typeEdits.ts';

interface TypePropertiesProps {
  definition: CustomTypeDefinition;
  published: CustomTypeDefinition | null;
  onChange: (definition: CustomTypeDefinition) => void;
  problems: Problem[];
  readOnly: boolean;
}

/** A type's name and key, the defaults of its list, and its permissions. */
export function TypeProperties({ definition, published, onChange, ...shared }: TypePropertiesProps) {
  const { titulo, campos } = definition;
  const type = customRecordType(definition);
  const fields = inUse(campos).map(({ chave, titulo: label }) => ({ value: chave, label }));
  const boxes = inUse(campos).filter(({ tipo }) => tipo === 'CHECKBOX');
  const set = (changes: Partial<CustomTypeDefinition>) => onChange({ ...definition, ...changes });
  const without = (key: keyof CustomTypeDefinition) =>
    onChange(
      Object.fromEntries(
        Object.entries(definition).filter(([one]) => one !== key),
      ) as unknown as CustomTypeDefinition,
    );
  return (
    <PropertyGroup kind={`Cadastro ${definition.chave}`} title={titulo.muitos} pointer="">
      <PanelField at="/titulo/um" set={(um: string) => set({ titulo: renamed(titulo, um) })} />
      <PanelField at="/titulo/muitos" />
      <PanelField at="/titulo/genero" value={type.titulo.genero} />
      <PanelField at="/descricao" multiline />
      <PanelField at="/grupo" value={type.grupo} />
      <PanelField at="/icone" value={type.icone} choices={choicesOf(icons)} />
      <PanelField
        at="/codigo"
        choices={fields}
        help={
          published
            ? 'Não muda mais quando há registros: planilhas e integrações os reconhecem por ela.'
            : undefined
        }
      />
      <PanelField at="/nome" choices={fields} />
      <PanelField
        at="/situacao"
        choices={[
          { value: '', label: 'Nenhum' },
          ...boxes.map(({ chave, titulo: label }) => ({ value: chave, label })),
        ]}
      />
      <PanelField at="/busca" value={type.busca} choices={fields} />
      <PanelField
        at="/lista/ordem"
        value={type.lista.ordem}
        choices={fields.filter(({ value }) => type.lista.ordenaveis.includes(value))}
      />
      <PanelField at="/noPainelDoCliente" />
      <PanelField at="/noTicket" />
      <ScopeProperty {...shared} definition={definition} onChange={(escopo) => set({ escopo })} />
      <TypePermissions definition={definition} onRelease={() => without('permissoes')} {...shared} />
    </PropertyGroup>
  );
}
