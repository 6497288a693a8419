import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { type Campo, type CampoType, campoTypes, USUAL_PLACES } from '#contract/rules/fields/campo.ts';
import { type CampoRules, campoSchema, campoUi } from '#contract/rules/fields/campoSchema.ts';
import { DefaultValue, OptionList } from '../parts/FieldValues.tsx';
import { PanelField, useKnown } from '../parts/PanelField.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import type { CampoEditing } from './campoEditing.ts';
import { type CampoChanges, changedCampo, optionValueFrom, retyped, typesFor } from './campoEdits.ts';
import { ListItems } from './ListItems.tsx';
import { ReferenceProperty } from './ReferenceProperty.tsx';
import { VisibleWhen } from './VisibleWhen.tsx';

interface CampoPropertiesProps extends CampoEditing {
  /** The fields beside it. */
  campos: readonly Campo[];
  /** Changes the title, and possibly the key derived from it. */
  onTitle: (title: string) => void;
  onKey: (key: string) => void;
  onRemove: () => void;
  onArchive: () => void;
  /** Keys that the meta-schema takes, but not for this definition. */
  hidden: readonly (keyof Campo)[];
  /** Where the definition itself lists the field. */
  children?: ReactNode;
}

/**
 * A field's name, what it accepts, when it is asked for, and where it is shown. A place takes those properties that its
 * meta-schema names; the others are not drawn.
 */
export function CampoProperties(props: CampoPropertiesProps) {
  const { campo, at, published, campos, onChange, onTitle, onKey, hidden, children, ...rest } = props;
  const { readOnly } = rest;
  const change = (changes: CampoChanges) => onChange(changedCampo(campo, changes));
  const own = (key: keyof Campo) => ({
    at: `${at}/${key}`,
    set: (value: string | number | boolean | null) => change({ [key]: value ?? undefined }),
  });
  const flag = (key: keyof Campo) => !hidden.includes(key) && <PanelField {...own(key)} />;
  const groups = [...new Set(campos.flatMap(({ grupo }) => grupo ?? []))];
  return (
    <PropertyGroup kind={`Campo ${campo.chave}`} title={campo.titulo} pointer={at}>
      <PanelField at={`${at}/titulo`} set={onTitle} />
      <PanelField
        at={`${at}/chave`}
        set={onKey}
        readOnly={published !== undefined}
        help={
          published === undefined
            ? 'Segue o título até ser publicada; depois não muda.'
            : 'Não muda mais: os registros guardam o valor por ela.'
        }
        commitOnBlur
      />
      <TypeProperty {...props} />
      <PanelField {...own('ajuda')} multiline />
      <PanelField {...own('grupo')} suggestions={groups} />
      <CampoAccepts {...props} />
      {!readOnly && !campo.arquivado && <InitialValue campo={campo} at={at} onChange={change} />}
      <VisibleWhen {...{ campo, at, campos, readOnly }} onChange={change} />
      {flag('coluna')}
      {campoTypes[campo.tipo].filter !== null && flag('filtravel')}
      {flag('exportar')}
      {!campo.arquivado && children}
      {!campo.fixo && !hidden.includes('origem') && (
        <PanelField {...own('origem')} value={campo.origem ?? 'AMBOS'} />
      )}
      {flag('publico')}
      {flag('fixo')}
      {flag('sigiloso')}
      {flag('pessoal')}
      {flag('largo')}
      {!readOnly && <RemoveOrArchive {...props} />}
    </PropertyGroup>
  );
}

/** The type, and what a reference refers to. */
function TypeProperty({ campo, at, published, place, own, onChange, readOnly }: CampoEditing) {
  return (
    <>
      <PanelField
        at={`${at}/tipo`}
        set={(tipo: string) => onChange(retyped(campo, tipo as CampoType))}
        choices={typesFor(place, campo, published?.tipo).map((value) => ({
          value,
          label: campoTypes[value].label,
        }))}
        help={published === undefined ? '' : 'Só os tipos que não estragam o que já foi guardado.'}
      />
      {campo.tipo === 'REFERENCIA' && own && (
        <ReferenceProperty
          at={`${at}/referencia`}
          value={campo.referencia ?? ''}
          onChange={(referencia) => onChange(changedCampo(campo, { referencia }))}
          readOnly={readOnly || published !== undefined}
          own={own}
        />
      )}
    </>
  );
}

/** What a value has to be: required, one of the options, within limits. */
function CampoAccepts(props: CampoEditing) {
  const { campo, at, published, onChange, problems, readOnly } = props;
  const { options, size, usualSize, decimal, number } = campoTypes[campo.tipo];
  const isList = campo.tipo === 'LISTA';
  const archives = useKnown(`${at}/opcoes/0/arquivada`);
  const own = (key: keyof Campo) => ({
    at: `${at}/${key}`,
    set: (value: string | number | boolean | null) =>
      onChange(changedCampo(campo, { [key]: value ?? undefined })),
  });
  return (
    <>
      {!isList && <PanelField {...own('obrigatorio')} />}
      {campo.tipo === 'CHECKBOX' && <PanelField {...own('marcado')} />}
      {options && (
        <OptionList
          problems={problems}
          readOnly={readOnly}
          pointer={`${at}/opcoes`}
          placesOf={(_option, index) => ({
            valor: `${at}/opcoes/${index}/valor`,
            rotulo: `${at}/opcoes/${index}/rotulo`,
          })}
          options={campo.opcoes ?? []}
          known={new Set(published?.opcoes?.map(({ valor }) => valor))}
          valueFrom={optionValueFrom}
          archives={archives}
          onChange={(opcoes) => onChange({ ...campo, opcoes })}
        />
      )}
      {isList && <ListItems {...props} drawItem={(item) => <ItemProperties {...item} />} />}
      {size && <PanelField {...own('tamanho')} unit={size} help={usualText(usualSize)} />}
      {campo.tipo === 'TEXT' && <PanelField {...own('expressao')} />}
      {campo.tipo === 'TEXT' && campo.expressao && <PanelField {...own('expressaoMensagem')} />}
      {decimal && <PanelField {...own('casas')} unit="casas" help={usualText(USUAL_PLACES)} />}
      {number && <PanelField {...own('minimo')} />}
      {number && <PanelField {...own('maximo')} />}
    </>
  );
}

/** The field of a list's item. */
const ItemProperties = (item: CampoEditing) => (
  <>
    <TypeProperty {...item} />
    <CampoAccepts {...item} />
  </>
);

const usualText = (usual: number | undefined) => (usual === undefined ? undefined : `Em branco: ${usual}.`);

interface InitialValueProps {
  campo: Campo;
  at: string;
  onChange: (changes: CampoChanges) => void;
}

function InitialValue({ campo, at, onChange }: InitialValueProps) {
  if (campo.tipo === 'LISTA' || campo.tipo === 'REFERENCIA') return null;
  const rules: CampoRules = { ...campo, tipo: campo.tipo, obrigatorio: false, marcado: false };
  return (
    <DefaultValue
      pointer={`${at}/padrao`}
      schema={campoSchema(rules)}
      ui={campoUi(rules)}
      value={campo.padrao}
      onChange={(padrao) => onChange({ padrao })}
    />
  );
}

const RemoveOrArchive = ({ campo, published, onRemove, onArchive }: CampoPropertiesProps) => (
  <div>
    {published === undefined ? (
      <Button color="error" onClick={onRemove}>
        Excluir campo
      </Button>
    ) : (
      <Button color="inherit" onClick={onArchive}>
        {campo.arquivado ? 'Desarquivar campo' : 'Arquivar campo'}
      </Button>
    )}
  </div>
);
