import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import {
  type CustomField,
  type CustomTypeDefinition,
  customRecordType,
} from '#contract/records/customType.ts';
import { recordForm } from '#contract/records/fields/fieldSchema.ts';
import { definitionKinds } from '#contract/rules/definitions/definition.ts';
import type { Content, EditorProps, PreviewProps } from '../editorProps.ts';
import { indexIn, isWithin, moved } from '../jsonPointer.ts';
import { ChangedExamples } from '../parts/ChangedExamples.tsx';
import { PartsList } from '../parts/PartsList.tsx';
import { PartsLayout } from '../parts/PropertyGroup.tsx';
import { PictureTools } from '../preview/FieldPicker.tsx';
import { FormPreview } from '../preview/FormPreview.tsx';
import { TypeFieldProperties } from './TypeFieldProperties.tsx';
import { TypeProperties } from './TypeProperties.tsx';
import {
  newTypeField,
  typeName,
  withNewExample,
  withNewResults,
  withoutTypeField,
  withTypeFieldKey,
  withTypeFieldTitle,
  wordOf,
} from './typeEdits.ts';

const asType = (content: Content) => content as unknown as CustomTypeDefinition;

/** A visual editor for a record type: its name, its key and its fields. */
export function TypeEditor({
  value,
  onChange,
  problems,
  readOnly = false,
  published,
  place,
  onPlace,
}: EditorProps) {
  const definition = asType(value);
  const { campos = [] } = definition;
  // A published field keeps its key and its kind of value.
  const held = (published ? asType(published).campos : undefined) ?? [];
  const heldField = (chave: string) => held.find((field) => field.chave === chave);
  const index = indexIn('/campos', place?.pointer ?? '');
  const chosen = index === null ? undefined : campos[index];
  const change = (next: CustomTypeDefinition) => onChange({ ...next });
  const put = (next: readonly CustomField[]) => change({ ...definition, campos: next });
  const wrongIn = (at: string) =>
    problems.filter(({ ponteiro, gravidade }) => gravidade === 'ERRO' && isWithin(ponteiro, at)).length;
  const wrongOutside = problems.filter(
    ({ ponteiro, gravidade }) => gravidade === 'ERRO' && !ponteiro.startsWith('/campos/'),
  ).length;
  const add = () => {
    const taken = campos.map(({ chave }) => chave);
    put([...campos, newTypeField(`Campo novo ${campos.length + 1}`, taken)]);
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
            label={definitionKinds.records.singular}
            selected={chosen ? null : 0}
            onSelect={() => onPlace?.('/titulo/um')}
            parts={[
              {
                id: ' ',
                label: String(definition.titulo?.muitos ?? ''),
                second: 'Nomes, chave, lista e permissões',
                problems: wrongOutside,
              },
            ]}
          />
          <h2 style={HEADING}>Campos</h2>
          <PartsList
            label={wordOf('campos')}
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
          <TypeFieldProperties
            key={index}
            field={chosen}
            index={index}
            definition={definition}
            publishedField={heldField(chosen.chave)}
            onTitle={(title) =>
              change(withTypeFieldTitle(definition, index, title, heldField(chosen.chave) !== undefined))
            }
            onKey={(key) => change(withTypeFieldKey(definition, index, key.trim()))}
            onChange={(next) => put(campos.map((field, each) => (each === index ? next : field)))}
            onDefinition={change}
            onRemove={() => {
              onPlace?.('');
              change(withoutTypeField(definition, index, false));
            }}
            problems={problems}
            readOnly={readOnly}
          />
        ) : (
          <TypeProperties
            definition={definition}
            published={published ? asType(published) : null}
            onChange={change}
            problems={problems}
            readOnly={readOnly}
          />
        )
      }
    />
  );
}

const HEADING = { margin: '12px 0 4px', fontSize: 13, fontWeight: 600 } as const;

const secondOf = ({ tipo, obrigatorio, arquivado }: CustomField): string =>
  [typeName(tipo), obrigatorio && 'obrigatório', arquivado && 'arquivado'].filter(Boolean).join(' · ');

/** A record's form as the people filling it in will see it; its fields can be selected, added and reordered here. */
export function TypePreview(props: PreviewProps) {
  const { value, onChange, published, place, onPlace, readOnly = false } = props;
  const definition = value as unknown as CustomTypeDefinition;
  const { campos = [] } = definition;
  const form = useMemo(() => recordForm(customRecordType(value as unknown as CustomTypeDefinition)), [value]);
  const index = indexIn('/campos', place?.pointer);
  const chosen = index === null ? undefined : campos[index];
  const held = ((published as unknown as CustomTypeDefinition | null)?.campos ?? []).map(
    ({ chave }) => chave,
  );
  const put = (next: CustomTypeDefinition, pointer: string) => {
    onChange({ ...next });
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
    const made = newTypeField(
      `Campo novo ${campos.length + 1}`,
      campos.map(({ chave }) => chave),
    );
    put({ ...definition, campos: [...campos.slice(0, at), made, ...campos.slice(at)] }, `/campos/${at}`);
  };
  const remove = () => {
    if (!chosen || index === null) return;
    const isHeld = held.includes(chosen.chave);
    put(withoutTypeField(definition, index, isHeld), isHeld ? `/campos/${index}` : '');
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
      onExample={readOnly ? undefined : async (data) => onChange(await withNewExample(value, data))}
      actions={
        !readOnly && (
          <PictureTools
            adds={[{ label: wordOf('campo'), onAdd: add }]}
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
