import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { type ReactNode, useMemo, useState } from 'react';
import { type Campo, type CampoPlace, campoTypes } from '#contract/rules/fields/campo.ts';
import type { RecordFact, RecordFacts } from '#contract/rules/fields/recordFacts.ts';
import type { FormDefinition } from '#contract/rules/forms/formDefinition.ts';
import type { Content, EditorProps, PreviewProps } from '../editorProps.ts';
import { indexIn, isWithin, moved } from '../jsonPointer.ts';
import { ChangedExamples } from '../parts/ChangedExamples.tsx';
import { PartsList } from '../parts/PartsList.tsx';
import { PartsLayout } from '../parts/PropertyGroup.tsx';
import { PictureTools } from '../preview/FieldPicker.tsx';
import { FormPreview } from '../preview/FormPreview.tsx';
import { CampoProperties } from './CampoProperties.tsx';
import type { OwnType } from './campoEditing.ts';
import { type CamposDefinition, changedCampo, keyUnderTitle } from './campoEdits.ts';
import { PreviewedRecord } from './PreviewedRecord.tsx';

/** How one kind of definition has fields: what differs between those of records that exist and those of own record types. */
export interface CamposKind<Definition extends CamposDefinition> {
  readonly place: (definition: Definition) => CampoPlace;
  /** The definition apart from its fields: its name in the list of parts, and the pointer that leads to it. */
  readonly whole: {
    readonly label: string;
    readonly second: string;
    readonly pointer: string;
    readonly title: (definition: Definition) => string;
  };
  readonly newField: (title: string, taken: readonly string[]) => Campo;
  readonly formOf: (definition: Definition) => Omit<FormDefinition, 'validador'>;
  /** Changes a field's key, along with everything that refers to it. */
  readonly withKey: (definition: Definition, index: number, key: string) => Definition;
  /** Without a field that no record holds; one that was published is archived. */
  readonly without: (definition: Definition, index: number, isPublished: boolean) => Definition;
  /** The definition with its examples updated to expect the current results. */
  readonly withNewResults: (content: Content) => Promise<Content>;
  /** The definition with one more example; absent where the preview offers none. */
  readonly withNewExample?: (content: Content, data: Record<string, unknown>) => Promise<Content>;
  /** Keys of a field that this definition does not use. */
  readonly hidden: (definition: Definition, campo: Campo) => readonly (keyof Campo)[];
  /** What conditions may ask of the record that the fields belong to; absent where it is made of these fields alone. */
  readonly facts?: (definition: Definition) => readonly RecordFact[];
  /** The type to which its own fields may refer. */
  readonly ownType?: (definition: Definition) => OwnType;
}

interface CamposEditorProps<Definition extends CamposDefinition> extends EditorProps {
  kind: CamposKind<Definition>;
  /** Properties of the definition apart from its fields. */
  whole: ReactNode;
  /** Where the definition itself lists a field. */
  listed?: (campo: Campo) => ReactNode;
}

const NO_FACTS: readonly RecordFact[] = [];

/** A content again, as it is saved. */
const asContent = (definition: CamposDefinition): Content => ({ ...definition });

const typed = <Definition extends CamposDefinition>(content: Content) => content as unknown as Definition;

const withTitle = <Definition extends CamposDefinition>(
  { withKey }: CamposKind<Definition>,
  definition: Definition,
  index: number,
  given: { titulo: string; isPublished: boolean },
): Definition => {
  const campo = definition.campos[index];
  if (!campo) return definition;
  const key = keyUnderTitle(definition, index, given);
  const named = { ...definition, campos: definition.campos.with(index, { ...campo, titulo: given.titulo }) };
  return withKey(named, index, key);
};

/** A visual editor for the fields of a definition: their order, and what each one asks for. */
export function CamposEditor<Definition extends CamposDefinition>(props: CamposEditorProps<Definition>) {
  const { kind, whole, listed, value, onChange, problems, readOnly = false, published } = props;
  const { place: selected, onPlace } = props;
  const definition = typed<Definition>(value);
  const { campos = [] } = definition;
  // A published field keeps its key and its kind of value.
  const publishedFields = (published ? typed<Definition>(published).campos : undefined) ?? [];
  const heldField = (chave: string) => publishedFields.find((campo) => campo.chave === chave);
  const index = indexIn('/campos', selected?.pointer ?? '');
  const chosen = index === null ? undefined : campos[index];
  const change = (next: Definition) => onChange(asContent(next));
  const put = (next: readonly Campo[]) => change({ ...definition, campos: next });
  const wrongIn = (is: (pointer: string) => boolean) =>
    problems.filter(({ ponteiro, gravidade }) => gravidade === 'ERRO' && is(ponteiro)).length;
  const add = () => {
    const takenKeys = campos.map(({ chave }) => chave);
    put([...campos, kind.newField(`Campo novo ${campos.length + 1}`, takenKeys)]);
    onPlace?.(`/campos/${campos.length}`);
  };
  return (
    <PartsLayout
      notices={
        <ChangedExamples
          content={value}
          onChange={onChange}
          withNewResults={kind.withNewResults}
          problems={problems}
          readOnly={readOnly}
        />
      }
      parts={
        <>
          <PartsList
            label={kind.whole.label}
            selected={chosen ? null : 0}
            onSelect={() => onPlace?.(kind.whole.pointer)}
            parts={[
              {
                id: ' ',
                label: kind.whole.title(definition),
                second: kind.whole.second,
                problems: wrongIn((pointer) => !pointer.startsWith('/campos/')),
              },
            ]}
          />
          <h2 style={HEADING}>Campos</h2>
          <PartsList
            label="Campos"
            selected={chosen ? index : null}
            onSelect={(each) => onPlace?.(`/campos/${each}`)}
            onMove={
              readOnly
                ? undefined
                : (from, to) => {
                    put(moved(campos, from, to));
                    onPlace?.(`/campos/${to}`);
                  }
            }
            parts={campos.map((campo, each) => ({
              id: campo.chave,
              label: campo.titulo,
              second: secondOf(campo),
              problems: wrongIn((pointer) => isWithin(pointer, `/campos/${each}`)),
            }))}
          />
          {!readOnly && (
            <Button startIcon={<AddOutlined />} onClick={add} sx={{ mt: 2 }}>
              Incluir campo
            </Button>
          )}
        </>
      }
      properties={
        chosen && index !== null ? (
          <CampoProperties
            key={index}
            campo={chosen}
            at={`/campos/${index}`}
            campos={campos}
            published={heldField(chosen.chave)}
            place={kind.place(definition)}
            own={kind.ownType?.(definition)}
            facts={kind.facts?.(definition) ?? NO_FACTS}
            hidden={kind.hidden(definition, chosen)}
            onTitle={(titulo) => {
              const isPublished = heldField(chosen.chave) !== undefined;
              change(withTitle(kind, definition, index, { titulo, isPublished }));
            }}
            onKey={(key) => change(kind.withKey(definition, index, key.trim()))}
            onChange={(next) => put(campos.with(index, next))}
            onRemove={() => {
              onPlace?.('');
              change(kind.without(definition, index, false));
            }}
            onArchive={() =>
              chosen.arquivado
                ? put(campos.with(index, changedCampo(chosen, { arquivado: false })))
                : change(kind.without(definition, index, true))
            }
            problems={problems}
            readOnly={readOnly}
          >
            {listed?.(chosen)}
          </CampoProperties>
        ) : (
          whole
        )
      }
    />
  );
}

const HEADING = { margin: '12px 0 4px', fontSize: 13, fontWeight: 600 } as const;

const secondOf = ({
  tipo,
  formula,
  obrigatorio,
  obrigatorioSe,
  visivelSe,
  arquivado,
  grupo,
}: Campo): string =>
  [
    campoTypes[tipo]?.label ?? tipo,
    formula && 'fórmula',
    (obrigatorio && 'obrigatório') || (obrigatorioSe && 'obrigatório às vezes'),
    visivelSe && 'aparece às vezes',
    grupo && `em ${grupo}`,
    arquivado && 'arquivado',
  ]
    .filter(Boolean)
    .join(' · ');

interface CamposPreviewProps<Definition extends CamposDefinition> extends PreviewProps {
  kind: CamposKind<Definition>;
}

/** The form as it appears to the people who fill it in; its fields can be selected, added and reordered here. */
export function CamposPreview<Definition extends CamposDefinition>(props: CamposPreviewProps<Definition>) {
  const { kind, value, onChange, published, place, onPlace, readOnly = false } = props;
  const definition = typed<Definition>(value);
  const { campos = [] } = definition;
  const form = useMemo(() => kind.formOf(typed<Definition>(value)), [kind, value]);
  const index = indexIn('/campos', place?.pointer);
  const chosen = index === null ? undefined : campos[index];
  const publishedKeys = ((published && typed<Definition>(published).campos) ?? []).map(({ chave }) => chave);
  const put = (next: Definition, pointer: string) => {
    onChange(asContent(next));
    onPlace?.(pointer);
  };
  const mayMove = (by: -1 | 1) =>
    !readOnly && index !== null && chosen !== undefined && campos[index + by] !== undefined;
  const move = (by: -1 | 1) => {
    if (index !== null && mayMove(by))
      put({ ...definition, campos: moved(campos, index, index + by) }, `/campos/${index + by}`);
  };
  const add = () => {
    const at = chosen && index !== null ? index + 1 : campos.length;
    const takenKeys = campos.map(({ chave }) => chave);
    const newField = kind.newField(`Campo novo ${campos.length + 1}`, takenKeys);
    put({ ...definition, campos: campos.toSpliced(at, 0, newField) }, `/campos/${at}`);
  };
  const remove = () => {
    if (!chosen || index === null) return;
    const isHeld = publishedKeys.includes(chosen.chave);
    put(kind.without(definition, index, isHeld), isHeld ? `/campos/${index}` : '');
  };
  const { withNewExample } = kind;
  const asked = useMemo(
    () =>
      (kind.facts?.(typed<Definition>(value)) ?? NO_FACTS).filter(({ path }) =>
        JSON.stringify(campos).includes(`"${path}"`),
      ),
    [kind, value, campos],
  );
  const [facts, setFacts] = useState<RecordFacts>({});
  return (
    <FormPreview
      form={form}
      facts={facts}
      tools={<PreviewedRecord facts={asked} value={facts} onChange={setFacts} />}
      chosen={chosen ? `/${chosen.chave}` : null}
      onPick={(pointer) => {
        const found = campos.findIndex(
          ({ chave }) => pointer === `/${chave}` || pointer.startsWith(`/${chave}/`),
        );
        if (found >= 0) onPlace?.(`/campos/${found}`);
      }}
      onMove={readOnly ? undefined : move}
      onExample={
        readOnly || !withNewExample ? undefined : async (data) => onChange(await withNewExample(value, data))
      }
      actions={
        !readOnly && (
          <PictureTools
            adds={[{ label: 'Campo', onAdd: add }]}
            onMove={move}
            mayMove={mayMove}
            remove={
              chosen && !chosen.arquivado
                ? { label: publishedKeys.includes(chosen.chave) ? 'Arquivar' : 'Excluir', onRemove: remove }
                : undefined
            }
          />
        )
      }
    />
  );
}
