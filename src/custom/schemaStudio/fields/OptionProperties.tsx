import AddOutlined from '@mui/icons-material/AddOutlined';
import ArchiveOutlined from '@mui/icons-material/ArchiveOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import UnarchiveOutlined from '@mui/icons-material/UnarchiveOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useState } from 'react';
import type { Problem } from '../../../../contract/config/definitions.ts';
import type { ExtraFieldOption } from '../../../../contract/rules/fields/extraFields.ts';
import { Hint } from '../../components/Hint.tsx';
import { moved } from '../jsonPointer.ts';
import { problemAt, TextProperty } from '../parts/PropertyFields.tsx';
import { newOption } from './fieldEdits.ts';

interface OptionPropertiesProps {
  options: readonly ExtraFieldOption[];
  at: string;
  onChange: (options: ExtraFieldOption[]) => void;
  problems: Problem[];
  readOnly: boolean;
}

/** The options in their order: renamed, moved, archived; only one that was never published can go. */
export function OptionProperties({ options, at, onChange, problems, readOnly }: OptionPropertiesProps) {
  const [known] = useState(() => new Set(options.map(({ valor }) => valor)));
  const put = (index: number, option: ExtraFieldOption) =>
    onChange(options.map((each, place) => (place === index ? option : each)));
  const error = problemAt(problems, `${at}/opcoes`);
  return (
    <fieldset data-pointer={`${at}/opcoes`} style={FIELDSET}>
      <legend style={{ padding: 0, marginBottom: 8, fontSize: 13, fontWeight: 600 }}>Opções</legend>
      {options.map((option, index) => (
        <div key={option.valor} style={{ display: 'flex', alignItems: 'flex-start', gap: 4 }}>
          <div style={{ flex: 1, minWidth: 0 }}>
            <TextProperty
              label={option.arquivada ? `${option.valor} (arquivada)` : option.valor}
              pointer={`${at}/opcoes/${index}/rotulo`}
              value={option.rotulo}
              onChange={(rotulo) => put(index, { ...option, rotulo })}
              problems={problems}
              readOnly={readOnly}
              maxLength={80}
            />
          </div>
          {!readOnly && (
            <span style={{ display: 'flex', paddingTop: 20 }}>
              <Act
                text={`Subir ${option.rotulo}`}
                disabled={index === 0}
                onClick={() => onChange(moved(options, index, index - 1))}
              >
                <KeyboardArrowUp fontSize="small" />
              </Act>
              <Act
                text={`Descer ${option.rotulo}`}
                disabled={index === options.length - 1}
                onClick={() => onChange(moved(options, index, index + 1))}
              >
                <KeyboardArrowDown fontSize="small" />
              </Act>
              {known.has(option.valor) ? (
                <Act
                  text={option.arquivada ? `Voltar a oferecer ${option.rotulo}` : `Arquivar ${option.rotulo}`}
                  onClick={() => put(index, archived(option))}
                >
                  {option.arquivada ? (
                    <UnarchiveOutlined fontSize="small" />
                  ) : (
                    <ArchiveOutlined fontSize="small" />
                  )}
                </Act>
              ) : (
                <Act
                  text={`Excluir ${option.rotulo}`}
                  onClick={() => onChange(options.filter((_, place) => place !== index))}
                >
                  <DeleteOutlined fontSize="small" />
                </Act>
              )}
            </span>
          )}
        </div>
      ))}
      {error && (
        <p role="alert" style={{ margin: 0, fontSize: 12 }}>
          {error}
        </p>
      )}
      {!readOnly && (
        <div>
          <Button
            startIcon={<AddOutlined />}
            onClick={() => onChange([...options, newOption(`Opção ${options.length + 1}`, options)])}
          >
            Incluir opção
          </Button>
        </div>
      )}
    </fieldset>
  );
}

const FIELDSET = { display: 'grid', gap: 10, margin: 0, padding: 0, border: 0, minWidth: 0 } as const;

const archived = ({ valor, rotulo, arquivada }: ExtraFieldOption): ExtraFieldOption =>
  arquivada ? { valor, rotulo } : { valor, rotulo, arquivada: true };

function Act({
  text,
  disabled = false,
  onClick,
  children,
}: {
  text: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Hint text={text}>
      <span>
        <IconButton size="small" aria-label={text} disabled={disabled} onClick={onClick}>
          {children}
        </IconButton>
      </span>
    </Hint>
  );
}
