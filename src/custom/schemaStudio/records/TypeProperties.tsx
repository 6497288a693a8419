import type { Problem } from '#contract/config/definitions.ts';
import { type CustomTypeDefinition, customRecordType, inUse } from '#contract/records/customType.ts';
import {
  ChoiceProperty,
  MultiChoiceProperty,
  SwitchProperty,
  TextProperty,
} from '../parts/PropertyFields.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import { icons } from '../reports/cardNames.ts';
import { ScopeProperty } from './ScopeProperty.tsx';
import { TypePermissions } from './TypePermissions.tsx';
import { renamed, wordOf } from './typeEdits.ts';

interface TypePropertiesProps {
  definition: CustomTypeDefinition;
  published: CustomTypeDefinition | null;
  onChange: (definition: CustomTypeDefinition) => void;
  problems: Problem[];
  readOnly: boolean;
}

const GROUPS = ['Empresa', 'Comercial', 'Produtos', 'Clientes', 'Listas', 'Próprios'];

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
      <TextProperty
        {...shared}
        label={wordOf('um')}
        pointer="/titulo/um"
        value={titulo.um}
        onChange={(um) => set({ titulo: renamed(titulo, um) })}
        help="Em minúsculas, como em “Criar contrato de comodato”."
        maxLength={60}
      />
      <TextProperty
        {...shared}
        label={wordOf('muitos')}
        pointer="/titulo/muitos"
        value={titulo.muitos}
        onChange={(muitos) => set({ titulo: { ...titulo, muitos } })}
        maxLength={60}
      />
      <ChoiceProperty
        {...shared}
        label={wordOf('genero')}
        pointer="/titulo/genero"
        value={type.titulo.genero}
        onChange={(genero) => set({ titulo: { ...titulo, genero: genero === 'f' ? 'f' : 'm' } })}
        choices={[
          { value: 'm', label: 'Masculino: contrato criado' },
          { value: 'f', label: 'Feminino: vistoria criada' },
        ]}
      />
      <TextProperty
        {...shared}
        label={wordOf('descricao')}
        pointer="/descricao"
        value={definition.descricao}
        onChange={(descricao) => set({ descricao })}
        maxLength={200}
        multiline
      />
      <ChoiceProperty
        {...shared}
        label={wordOf('grupo')}
        pointer="/grupo"
        value={type.grupo}
        onChange={(grupo) => set({ grupo: grupo as typeof type.grupo })}
        choices={GROUPS.map((value) => ({ value, label: value }))}
      />
      <ChoiceProperty
        {...shared}
        label={wordOf('icone')}
        pointer="/icone"
        value={type.icone}
        onChange={(icone) => set({ icone: icone as typeof type.icone })}
        choices={Object.entries(icons).map(([value, label]) => ({ value, label }))}
      />
      <MultiChoiceProperty
        {...shared}
        label={wordOf('codigo')}
        pointer="/codigo"
        value={definition.codigo}
        onChange={(codigo) => set({ codigo })}
        choices={fields}
        help={
          published
            ? 'Não muda mais quando há registros: planilhas e integrações os reconhecem por ela.'
            : 'Por estes campos planilhas e integrações reconhecem cada registro. Juntos são únicos.'
        }
      />
      <ChoiceProperty
        {...shared}
        label={wordOf('nome')}
        pointer="/nome"
        value={definition.nome}
        onChange={(nome) => set({ nome })}
        choices={fields}
        help="O texto pelo qual as pessoas leem o registro."
      />
      <ChoiceProperty
        {...shared}
        label={wordOf('situacao')}
        pointer="/situacao"
        value={definition.situacao ?? ''}
        onChange={(situacao) => (situacao ? set({ situacao }) : without('situacao'))}
        choices={[
          { value: '', label: 'Nenhum' },
          ...boxes.map(({ chave, titulo: label }) => ({ value: chave, label })),
        ]}
        help="De sim ou não: o que outros citam é arquivado por ele, e não excluído."
      />
      <MultiChoiceProperty
        {...shared}
        label={wordOf('busca')}
        pointer="/busca"
        value={type.busca}
        onChange={(busca) => set({ busca })}
        choices={fields}
      />
      <ChoiceProperty
        {...shared}
        label="A lista começa por"
        pointer="/lista/ordem"
        value={type.lista.ordem}
        onChange={(ordem) => set({ lista: { ...definition.lista, ordem } })}
        choices={fields.filter(({ value }) => type.lista.ordenaveis.includes(value))}
      />
      <SwitchProperty
        {...shared}
        label={wordOf('noPainelDoCliente')}
        pointer="/noPainelDoCliente"
        value={definition.noPainelDoCliente ?? false}
        onChange={(on) => (on ? set({ noPainelDoCliente: true }) : without('noPainelDoCliente'))}
        help="Os registros de cada cliente, para quem vê este cadastro."
      />
      <SwitchProperty
        {...shared}
        label={wordOf('noTicket')}
        pointer="/noTicket"
        value={definition.noTicket ?? false}
        onChange={(on) => (on ? set({ noTicket: true }) : without('noTicket'))}
        help="Os registros que citam o ticket; de um cadastro que só cita clientes, os do cliente dele."
      />
      <ScopeProperty {...shared} definition={definition} onChange={(escopo) => set({ escopo })} />
      <TypePermissions definition={definition} onRelease={() => without('permissoes')} {...shared} />
    </PropertyGroup>
  );
}
