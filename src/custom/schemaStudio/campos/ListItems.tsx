import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { type Campo, type CampoPlace, isItemType } from '#contract/rules/fields/campo.ts';
import { PanelField } from '../parts/PanelField.tsx';
import type { CampoEditing } from './campoEditing.ts';
import { changedCampo, keyUnderTitle, newCampo, withCampoKey } from './campoEdits.ts';

interface ListItemsProps extends CampoEditing {
  /** The type of an item's field, what it accepts, and when it is asked for, by the fields beside it. */
  drawItem: (item: CampoEditing, campos: readonly Campo[]) => ReactNode;
}

/** The fields of a list's item, each with its type, its options, its limits and its conditions. */
export function ListItems(props: ListItemsProps) {
  const { campo: list, at, published, place, onChange, drawItem, ...shared } = props;
  const campos = list.campos ?? [];
  const codigo = list.codigo ?? [];
  const put = (next: readonly Campo[], keys = codigo) => onChange({ ...list, campos: next, codigo: keys });
  const add = () =>
    put([
      ...campos,
      newCampo(
        `Campo ${campos.length + 1}`,
        campos.map(({ chave }) => chave),
      ),
    ]);
  const inner: CampoPlace = { ...place, types: place.types.filter(isItemType) };
  return (
    <fieldset data-pointer={`${at}/campos`} style={FIELDSET}>
      <legend style={LEGEND}>Campos de um item</legend>
      <PanelField at={`${at}/item`} set={(item: string) => onChange(changedCampo(list, { item }))} />
      <PanelField
        at={`${at}/emColunas`}
        set={(most: number | null) => onChange(changedCampo(list, { emColunas: most ?? undefined }))}
      />
      {campos.map((one, index) => {
        const publishedField = published?.campos?.find(({ chave }) => chave === one.chave);
        const others = campos.filter((_, i) => i !== index);
        const set = (next: Campo) => put(campos.with(index, next));
        const retitle = (titulo: string) => {
          const chave = keyUnderTitle({ campos }, index, {
            titulo,
            isPublished: publishedField !== undefined,
          });
          // Conditions of the others go on asking it under its new key.
          const named = withCampoKey({ campos }, index, chave).campos;
          put(
            named.with(index, { ...(named[index] ?? one), titulo }),
            codigo.map((key) => (key === one.chave ? chave : key)),
          );
        };
        const editing = {
          ...shared,
          campo: one,
          at: `${at}/campos/${index}`,
          published: publishedField,
          place: inner,
          onChange: set,
        };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: its key changes while typing
          <fieldset key={index} aria-label={`Campo ${index + 1} do item`} style={FIELDSET}>
            <PanelField
              at={`${editing.at}/titulo`}
              among={one.arquivado ? 'arquivado' : undefined}
              set={retitle}
            />
            {drawItem(editing, campos)}
            {!shared.readOnly && (
              <div>
                {publishedField ? (
                  <Button
                    size="small"
                    color="inherit"
                    onClick={() => set(changedCampo(one, { arquivado: !one.arquivado }))}
                  >
                    {one.arquivado ? 'Desarquivar' : 'Arquivar'} {one.titulo}
                  </Button>
                ) : (
                  <Button
                    size="small"
                    color="error"
                    onClick={() =>
                      put(
                        others,
                        codigo.filter((key) => key !== one.chave),
                      )
                    }
                  >
                    Excluir {one.titulo}
                  </Button>
                )}
              </div>
            )}
          </fieldset>
        );
      })}
      {!shared.readOnly && (
        <div>
          <Button startIcon={<AddOutlined />} onClick={add}>
            Incluir campo do item
          </Button>
        </div>
      )}
      <PanelField
        at={`${at}/codigo`}
        set={(keys: readonly string[]) => onChange({ ...list, codigo: keys })}
        choices={campos
          .filter(({ arquivado }) => !arquivado)
          .map(({ chave, titulo }) => ({ value: chave, label: titulo }))}
      />
    </fieldset>
  );
}

const FIELDSET = { display: 'grid', gap: 10, margin: 0, padding: 0, border: 0, minWidth: 0 } as const;

const LEGEND = { padding: 0, marginBottom: 8, fontSize: 13, fontWeight: 600 } as const;
