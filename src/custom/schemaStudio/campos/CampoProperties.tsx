import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { type Campo, type CampoType, campoTypes, USUAL_PLACES } from '#contract/rules/fields/campo.ts';
import { type CampoRules, campoSchema, campoUi } from '#contract/rules/fields/campoSchema.ts';
import type { RecordFact } from '#contract/rules/fields/recordFacts.ts';
import { DefaultValue, OptionList } from '../parts/FieldValues.tsx';
import { PanelField, useKnown } from '../parts/PanelField.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import { CampoConditions } from './CampoConditions.tsx';
import type { CampoEditing } from './campoEditing.ts';
import {
  type CampoChanges,
  changedCampo,
  optionValueFrom,
  retyped,
  typesFor,
  withFormula,
} from './campoEdits.ts';
import { FormulaProperty, firstFormula, resultType } from './FormulaProperty.tsx';
import { ListItems } from './ListItems.tsx';
import { ReferenceProperty } from './ReferenceProperty.tsx';

interface CampoPropertiesProps extends CampoEditing {
  /** The fields beside it. */
  campos: readonly Campo[];
  /** Changes the title, and possibly the key derived from it. */
  onTitle: (title: string) => void;
  onKey: (key: string) => void;
  onRemove: () => void;
  onArchive: () => void;
  /** What conditions may ask of the record that the fields belong to. */
  facts: readonly RecordFact[];
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
      <FormulaProperty {...props} />
      <PanelField {...own('ajuda')} multiline />
      <PanelField {...own('grupo')} suggestions={groups} />
      <CampoAccepts {...props} />
      {!readOnly && !campo.arquivado && !campo.formula && (
        <InitialValue campo={campo} at={at} onChange={change} />
      )}
      <CampoConditions
        {...{ campo, at, campos, readOnly }}
        facts={rest.facts}
        problems={rest.problems}
        onChange={change}
      />
      {flag('coluna')}
      {campoTypes[campo.tipo].filter !== null && flag('filtravel')}
      {flag('exportar')}
      {!campo.arquivado && children}
      {!campo.fixo && !campo.formula && !hidden.includes('origem') && (
        <PanelField {...own('origem')} value={campo.origem ?? 'AMBOS'} />
      )}
      {flag('publico')}
      {!campo.formula && flag('fixo')}
      {flag('sigiloso')}
      {flag('pessoal')}
      {flag('largo')}
      {!readOnly && <RemoveOrArchive {...props} />}
    </PropertyGroup>
  );
}

/** In the list of types; what is stored is the type of the result. */
const FORMULA = 'FORMULA';

/** The type, and what a reference refers to. `campos` are the fields beside it, which a formula may calculate with. */
function TypeProperty(props: CampoEditing & { campos?: readonly Campo[] }) {
  const { campo, at, published, place, own, onChange, readOnly, campos } = props;
  const takesFormula = useKnown(`${at}/formula`) && campos !== undefined;
  const mayCalculate = takesFormula && (published === undefined || published.formula !== undefined);
  const choose = (tipo: string) => {
    if (tipo !== FORMULA) return onChange(retyped(campo, tipo as CampoType));
    const formula = firstFormula(campo, campos ?? []);
    const result = published ? campo.tipo : resultType(formula, campos ?? [], props);
    return onChange(withFormula(campo, formula, result ?? campo.tipo));
  };
  return (
    <>
      <PanelField
        at={`${at}/tipo`}
        value={campo.formula ? FORMULA : campo.tipo}
        set={choose}
        choices={[
          ...typesFor(place, campo, published?.tipo).map((value) => ({
            value: value as string,
            label: campoTypes[value].label,
          })),
          ...(mayCalculate ? [{ value: FORMULA, label: 'Fórmula' }] : []),
        ]}
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
  const isCalculated = campo.formula !== undefined;
  const archives = useKnown(`${at}/opcoes/0/arquivada`);
  const own = (key: keyof Campo) => ({
    at: `${at}/${key}`,
    set: (value: string | number | boolean | null) =>
      onChange(changedCampo(campo, { [key]: value ?? undefined })),
  });
  return (
    <>
      {!isList && !isCalculated && <PanelField {...own('obrigatorio')} />}
      {campo.tipo === 'CHECKBOX' && !isCalculated && <PanelField {...own('marcado')} />}
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
      {isList && (
        <ListItems {...props} drawItem={(item, campos) => <ItemProperties {...item} campos={campos} />} />
      )}
      {size && <PanelField {...own('tamanho')} unit={size} help={usualText(usualSize)} />}
      {campo.tipo === 'TEXT' && !isCalculated && <PanelField {...own('expressao')} />}
      {campo.tipo === 'TEXT' && campo.expressao && <PanelField {...own('expressaoMensagem')} />}
      {decimal && <PanelField {...own('casas')} unit="casas" help={usualText(USUAL_PLACES)} />}
      {number && !isCalculated && <PanelField {...own('minimo')} />}
      {number && !isCalculated && <PanelField {...own('maximo')} />}
    </>
  );
}

/** The field of a list's item, which may depend on the others of the same item, but not be calculated. */
const ItemProperties = ({ campos, ...item }: CampoEditing & { campos: readonly Campo[] }) => (
  <>
    <TypeProperty {...item} />
    <CampoAccepts {...item} />
    <CampoConditions
      campo={item.campo}
      at={item.at}
      campos={campos}
      facts={NO_FACTS}
      onChange={(changes) => item.onChange(changedCampo(item.campo, changes))}
      problems={item.problems}
      readOnly={item.readOnly}
    />
  </>
);

const NO_FACTS: readonly RecordFact[] = [];

const usualText = (usual: number | undefined) => (usual === undefined ? undefined : `Em branco: ${usual}.`);

interface InitialValueProps {
  campo: Campo;
  at: string;
  onChange: (changes: CampoChanges) => void;
}

const WITHOUT_INITIAL: ReadonlySet<CampoType> = new Set(['REFERENCIA', 'INSTANTE', 'ARQUIVO']);

function InitialValue({ campo, at, onChange }: InitialValueProps) {
  if (campo.tipo === 'LISTA' || WITHOUT_INITIAL.has(campo.tipo)) return null;
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
