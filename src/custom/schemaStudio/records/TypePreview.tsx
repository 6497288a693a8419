import { useMemo } from 'react';
import { type CustomTypeDefinition, customRecordType } from '../../../../contract/records/customType.ts';
import { recordForm } from '../../../../contract/records/fieldSchema.ts';
import type { PreviewProps } from '../editorProps.ts';
import { indexIn, moved } from '../jsonPointer.ts';
import { PictureTools } from '../parts/PictureTools.tsx';
import { FormPreview } from '../preview/FormPreview.tsx';
import { newTypeField, withNewExample, withoutTypeField, wordOf } from './typeEdits.ts';

/** The form of a record as whoever fills it in will meet it: fields chosen, added and put in order there. */
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
