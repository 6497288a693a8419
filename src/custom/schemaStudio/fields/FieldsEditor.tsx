import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import {
  type ExtraField,
  type ExtraFieldsDefinition,
  fieldTypes,
} from '#contract/rules/fields/fieldSchema.ts';
import { fieldsForm } from '#contract/rules/fields/fieldsForm.ts';
import type { Content, EditorProps, PreviewProps } from '../editorProps.ts';
import { indexIn, isWithin, moved } from '../jsonPointer.ts';
import { ChangedExamples } from '../parts/ChangedExamples.tsx';
import { PanelField } from '../parts/PanelField.tsx';
import { PartsList } from '../parts/PartsList.tsx';
import { PartsLayout, PropertyGroup } from '../parts/PropertyGroup.tsx';
import { PictureTools } from '../preview/FieldPicker.tsx';
import { FormPreview } from '../preview/FormPreview.tsx';
import { FieldProperties } from './FieldProperties.tsx';
import { newField, withFieldKey, withFieldTitle, withNewResults } from './fieldEdits.ts';

const asFields = (content: Content) => content as unknown as ExtraFieldsDefinition;

/** A visual editor for extra fields: their order, and what each one asks for. */
export function FieldsEditor({
  value,
  onChange,
  problems,
  readOnly = false,
  published,
  place,
  onPlace,
}: EditorProps) {
  const { campos = [] } = asFields(value);
  // A published field keeps its key and its kind of value.
  const held = (published ? asFields(published).campos : undefined) ?? [];
  const heldField = (chave: string) => held.find((field) => field.chave === chave);
  const pointer = place?.pointer ?? '';
  const index = indexIn('/campos', pointer);
  const chosen = index === null ? undefined : campos[index];
  const put = (next: ExtraField[]) => onChange({ ...value, campos: next });
  const wrongIn = (at: string) =>
    problems.filter(({ ponteiro, gravidade }) => gravidade === 'ERRO' && isWithin(ponteiro, at)).length;
  const add = () => {
    const taken = campos.map(({ chave }) => chave);
    put([...campos, newField(`Campo novo ${campos.length + 1}`, taken)]);
    onPlace?.(`/campos/${campos.length}`);
  };
  return (
    <PartsLayout
      notices={
        <ChangedExamples
          content={value}
          onChange={onChange}
          withNewResults={withNewResults}
          problems={problems}
          readOnly={readOnly}
        />
      }
      parts={
        <>
          <PartsList
            label="Conjunto"
            selected={chosen ? null : 0}
            onSelect={() => onPlace?.('/titulo')}
            parts={[
              {
                id: ' ',
                label: String(value.titulo ?? ''),
                second: 'Título e descrição',
                problems: wrongIn('/titulo') + wrongIn('/descricao'),
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
            parts={campos.map((field, each) => ({
              id: field.chave,
              label: field.titulo,
              second: secondOf(field),
              problems: wrongIn(`/campos/${each}`),
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
          <FieldProperties
            key={index}
            field={chosen}
            index={index}
            definition={asFields(value)}
            publishedType={heldField(chosen.chave)?.tipo}
            publishedOptions={new Set(heldField(chosen.chave)?.opcoes?.map(({ valor }) => valor))}
            onTitle={(title) =>
              onChange({
                ...withFieldTitle(asFields(value), index, title, heldField(chosen.chave) !== undefined),
              })
            }
            onKey={(key) => onChange({ ...withFieldKey(asFields(value), index, key.trim()) })}
            onChange={(next) => put(campos.map((field, each) => (each === index ? next : field)))}
            onRemove={() => {
              onPlace?.('');
              put(campos.filter((_, each) => each !== index));
            }}
            problems={problems}
            readOnly={readOnly}
          />
        ) : (
          <PropertyGroup kind="Conjunto" title={String(value.titulo ?? '')} pointer="">
            <PanelField at="/titulo" />
            <PanelField at="/descricao" multiline />
          </PropertyGroup>
        )
      }
    />
  );
}

const HEADING = { margin: '12px 0 4px', fontSize: 13, fontWeight: 600 } as const;

const secondOf = ({ tipo, obrigatorio, arquivado, grupo }: ExtraField): string =>
  [
    fieldTypes[tipo]?.label ?? tipo,
    obrigatorio && 'obrigatório',
    grupo && `em ${grupo}`,
    arquivado && 'arquivado',
  ]
    .filter(Boolean)
    .join(' · ');

/** The extra fields as they appear to the person who fills in a record; they can be selected, added and reordered here. */
export function FieldsPreview(props: PreviewProps) {
  const { value, onChange, published, place, onPlace, readOnly = false } = props;
  const definition = value as unknown as ExtraFieldsDefinition;
  const { campos = [] } = definition;
  const form = useMemo(() => fieldsForm(value as unknown as ExtraFieldsDefinition), [value]);
  const index = indexIn('/campos', place?.pointer);
  const chosen = index === null ? undefined : campos[index];
  const held = ((published as unknown as ExtraFieldsDefinition | null)?.campos ?? []).map(
    ({ chave }) => chave,
  );
  const put = (next: typeof campos, pointer: string) => {
    onChange({ ...value, campos: next });
    onPlace?.(pointer);
  };
  const mayMove = (by: -1 | 1) =>
    !readOnly && index !== null && chosen !== undefined && campos[index + by] !== undefined;
  const move = (by: -1 | 1) => {
    if (index !== null && mayMove(by)) put(moved(campos, index, index + by), `/campos/${index + by}`);
  };
  const add = () => {
    const at = chosen && index !== null ? index + 1 : campos.length;
    const made = newField(
      `Campo novo ${campos.length + 1}`,
      campos.map(({ chave }) => chave),
    );
    put(campos.toSpliced(at, 0, made), `/campos/${at}`);
  };
  const remove = () => {
    if (!chosen || index === null) return;
    if (held.includes(chosen.chave))
      put(campos.with(index, { ...chosen, arquivado: true }), `/campos/${index}`);
    else put(campos.toSpliced(index, 1), '');
  };
  return (
    <FormPreview
      form={form}
      chosen={chosen ? `/${chosen.chave}` : null}
      onPick={(pointer) => {
        const found = campos.findIndex(
          ({ chave }) => pointer === `/${chave}` || pointer.startsWith(`/${chave}/`),
        );
        if (found >= 0) onPlace?.(`/campos/${found}`);
      }}
      onMove={readOnly ? undefined : move}
      actions={
        !readOnly && (
          <PictureTools
            adds={[{ label: 'Campo', onAdd: add }]}
            onMove={move}
            mayMove={mayMove}
            remove={
              chosen && !chosen.arquivado
                ? { label: held.includes(chosen.chave) ? 'Arquivar' : 'Excluir', onRemove: remove }
                : undefined
            }
          />
        )
      }
    />
  );
}
