import { useMemo } from 'react';
import type { ExtraFieldsDefinition } from '../../../../contract/rules/fields/extraFields.ts';
import { fieldsForm } from '../../../../contract/rules/fields/fieldsForm.ts';
import type { PreviewProps } from '../editorProps.ts';
import { indexIn, moved } from '../jsonPointer.ts';
import { PictureTools } from '../parts/PictureTools.tsx';
import { FormPreview } from '../preview/FormPreview.tsx';
import { newField } from './fieldEdits.ts';

/** The extra fields as whoever fills in a record will meet them: chosen, added and put in order there. */
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
