import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from '#tests/support/sourceFiles.ts';
import { ROW_HEIGHT } from '#ui/components/DataTable/columns.ts';
import { surfaces } from '#ui/theme/components.ts';
import { controls } from '#ui/theme/controls.ts';

const outside = sourceFiles('src')
  .filter((path) => !path.startsWith('src/ui/theme/'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const where = (pattern: RegExp) => outside.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

/** Heads and first columns within tables and panes, what stands beside the page or the sign-in, messages that go away, a dialog over its cell, calls, and a wall. */
const STAYING: readonly string[] = [
  'src/custom/customerPanel/PanelBody.tsx',
  'src/custom/dashboardPage/WallPage.tsx',
  'src/custom/dayCalls/DayCallsPage.tsx',
  'src/custom/operator/OperatorTool.tsx',
  'src/custom/reportViewer/ResultTable.tsx',
  'src/custom/schemaStudio/frame/DefinitionViews.tsx',
  'src/custom/session/ReturnPicture.tsx',
  'src/resources/agendas/capacity/CapacityPage.tsx',
  'src/shell/NavDrawer.tsx',
  'src/shell/incomingCall/IncomingCallCard.tsx',
  'src/ui/components/DataTable/TableRoot.tsx',
  'src/ui/components/Hint.tsx',
  'src/ui/components/dragBetween.tsx',
  'src/ui/components/frame/DialogFrame.tsx',
  'src/ui/live/LiveNotes.tsx',
  'src/ui/shell/Notifications.tsx',
  'src/ui/shell/Page.tsx',
  'src/ui/shell/shortcuts/shortcuts.tsx',
];

describe('consistency of controls', () => {
  it('requires one height and padding of tabs, and one way to scroll them', () => {
    expect(where(/MuiTab-|tabClasses|<Tab\b[^>]*\b(sx|style)=/)).toEqual([]);
    expect(where(/<Tabs\b[^>]*\b(variant|scrollButtons|centered|orientation)=/)).toEqual([]);
    expect(where(/iconPosition/)).toEqual([]);
    expect(controls.MuiTabs?.defaultProps).toMatchObject({ variant: 'scrollable', scrollButtons: 'auto' });
  });

  it('requires one height of select fields, and one rule for opening their list', () => {
    expect(where(/openOnFocus|MuiAutocomplete|autocompleteClasses|size="medium"/)).toEqual([]);
    expect(surfaces.MuiAutocomplete?.defaultProps).toMatchObject({ openOnFocus: true });
  });

  it('requires one table component and row height per density, except for listed files', () => {
    expect(ROW_HEIGHT).toEqual({ comfortable: 40, compact: 32 });
    expect(where(/--row-height'/)).toEqual(['src/ui/components/DataTable/TableGrid.tsx']);
    expect(where(/@mui\/material\/Table'|<Data[Gg]rid\b/)).toEqual([]);
    expect(where(/<table\b[^>]*>$/m)).toEqual([
      'src/custom/reportViewer/ResultTable.tsx',
      'src/custom/schemaStudio/reports/PictureTable.tsx',
      'src/custom/schemaStudio/words/WordsPicture.tsx',
      'src/resources/agendas/capacity/CapacityPage.tsx',
      'src/ui/components/DataTable/TableGrid.tsx',
    ]);
  });

  it('lets bars that stay in view scroll with the page where the window is low, except for listed ones', () => {
    const stays = outside.filter(
      ({ text }) => /position: '(sticky|fixed)'/.test(text) && !text.includes('[LOW]'),
    );
    expect(stays.map(({ path }) => path)).toEqual(STAYING);
  });

  it('requires the widths of a window to have one name each', () => {
    expect(where(/useMediaQuery|\b(599|899)\.95px/)).toEqual([]);
  });

  it('requires columns as wide as the window where off-screen content is drawn later', () => {
    const later = outside.filter(({ text }) => /contentVisibility: 'auto'/.test(text));
    expect(later.length).toBeGreaterThan(1);
    const fixed = later.filter(({ text }) => !/gridTemplateColumns: 'minmax\(0, 1fr\)'/.test(text));
    expect(fixed.map(({ path }) => path)).toEqual([]);
  });

  it('lets nothing but the listed exceptions wait for hover, so that no row action covers what it is about', () => {
    expect(where(/opacity: (\{ sm: )?0(?![.\d])/)).toEqual([
      'src/shell/DrawerNav.tsx',
      'src/ui/components/DataTable/TableRoot.tsx',
      'src/ui/components/Hint.tsx',
    ]);
    // The arrow of a heading that the table is not sorted by, and the pencil of a cell, which the keyboard and a finger see too.
    const [table] = outside.filter(({ path }) => path.endsWith('/DataTable/TableRoot.tsx'));
    expect(table?.text.match(/opacity: 0\b(?!\.)/g)).toHaveLength(2);
    expect(table?.text).not.toMatch(/hover[^\n]*\.actions/);
  });

  it('requires the line of the goal in charts of what was achieved', () => {
    const charts = outside.filter(({ text }) => /Alcançado/.test(text) && /<(Bar|Line)Chart\b/.test(text));
    expect(charts.map(({ path }) => path)).toEqual(['src/resources/goals/GoalChart.tsx']);
    for (const { text } of charts) expect(text).toMatch(/<ChartsReferenceLine\s+x=\{100\}/);
  });
});
