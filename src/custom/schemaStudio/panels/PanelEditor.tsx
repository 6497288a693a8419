import { permissionNames } from '#contract/catalogs/permissionNames.ts';
import { MODULES } from '#contract/permissions.ts';
import {
  neededPermissions,
  type PanelDefinition,
  type PanelTabDefinition,
} from '#contract/rules/panel/panelDefinition.ts';
import { choicesOf } from '#ui/components/inputs/PropertyFields.tsx';
import type { EditorProps } from '../editorProps.ts';
import { indexIn, isWithin } from '../jsonPointer.ts';
import { PanelField } from '../parts/PanelField.tsx';
import { PartsList } from '../parts/PartsList.tsx';
import { PartsLayout, PropertyGroup } from '../parts/PropertyGroup.tsx';
import { icons } from '../reports/cardNames.ts';
import { panelOf } from './panelEdits.ts';

/** The properties of the tab or group that is selected, and of the panel while none is. */
export function PanelEditor({ value, problems, place, onPlace }: EditorProps) {
  const panel = panelOf(value);
  const tabAt = indexIn('/abas', place?.pointer);
  const groupAt = indexIn('/grupos', place?.pointer);
  const tab = tabAt === null ? undefined : panel.abas[tabAt];
  const group = groupAt === null ? undefined : panel.grupos[groupAt];
  const wrongAt = (pointer: string) =>
    problems.filter(({ ponteiro, gravidade }) => gravidade === 'ERRO' && isWithin(ponteiro, pointer)).length;
  return (
    <PartsLayout
      parts={
        <>
          <h2 style={HEADING}>Grupos</h2>
          <PartsList
            label="Grupos"
            selected={group ? groupAt : null}
            onSelect={(index) => onPlace?.(`/grupos/${index}`)}
            parts={panel.grupos.map(({ chave, titulo }, index) => ({
              ...{ id: `grupo-${chave}`, label: titulo },
              problems: wrongAt(`/grupos/${index}`),
            }))}
          />
          <h2 style={HEADING}>Abas</h2>
          <PartsList
            label="Abas"
            selected={tab ? tabAt : null}
            onSelect={(index) => onPlace?.(`/abas/${index}`)}
            parts={panel.abas.map((each, index) => ({
              ...{ id: `aba-${each.chave}`, label: each.titulo },
              second: secondOf(each, panel),
              problems: wrongAt(`/abas/${index}`),
            }))}
          />
        </>
      }
      properties={
        tab && tabAt !== null ? (
          <TabProperties key={tab.chave} tab={tab} at={`/abas/${tabAt}`} groups={panel.grupos} />
        ) : group && groupAt !== null ? (
          <PropertyGroup kind="Grupo" title={group.titulo} pointer={`/grupos/${groupAt}`}>
            <PanelField at={`/grupos/${groupAt}/titulo`} />
          </PropertyGroup>
        ) : (
          <PropertyGroup kind="Painel" title={panel.titulo} pointer="">
            <PanelField at="/titulo" />
            <PanelField at="/descricao" multiline />
            <p style={{ margin: 0 }}>
              Toque em uma aba ou em um grupo da prévia para mudá-los aqui, ou mude a ordem com Antes e
              Depois.
            </p>
          </PropertyGroup>
        )
      }
    />
  );
}

const HEADING = { margin: '12px 0 4px', fontSize: 13, fontWeight: 600 } as const;

const secondOf = ({ grupo, oculta }: PanelTabDefinition, { grupos }: PanelDefinition): string =>
  [grupos.find(({ chave }) => chave === grupo)?.titulo ?? grupo, oculta && 'oculta']
    .filter(Boolean)
    .join(' · ');

interface TabPropertiesProps {
  tab: PanelTabDefinition;
  at: string;
  groups: PanelDefinition['grupos'];
}

function TabProperties({ tab, at, groups }: TabPropertiesProps) {
  const needed = neededPermissions(tab.chave);
  return (
    <PropertyGroup kind="Aba" title={tab.titulo} pointer={at}>
      <PanelField at={`${at}/titulo`} />
      <PanelField
        at={`${at}/grupo`}
        choices={groups.map(({ chave, titulo }) => ({ value: chave, label: titulo }))}
        help="O grupo em que ela aparece."
      />
      <PanelField at={`${at}/icone`} choices={choicesOf(icons)} />
      <PanelField at={`${at}/contador`} value={tab.contador === true} />
      <PanelField at={`${at}/oculta`} value={tab.oculta === true} />
      <PanelField
        at={`${at}/permissoes`}
        value={tab.permissoes}
        choices={choicesWith(tab.permissoes)}
        help={
          needed.length === 0
            ? 'Quem pode ler o cadastro vê a aba; acrescente permissões para restringi-la.'
            : `Vê a aba quem tem todas. Ela própria precisa de: ${needed.map((each) => nameOf(each)).join(', ')}.`
        }
      />
    </PropertyGroup>
  );
}

const nameOf = (permission: string): string =>
  permissionNames[permission as keyof typeof permissionNames] ?? permission;

const KNOWN = [...new Set([...Object.keys(MODULES), ...Object.values(MODULES).flat()])];

/** Every permission by its name; what the tab names stays, whatever it is. */
const choicesWith = (own: readonly string[]) =>
  [...new Set([...own, ...KNOWN])].map((value) => ({ value, label: nameOf(value) }));
