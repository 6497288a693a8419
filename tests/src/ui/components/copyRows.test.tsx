import { expect, it } from '@jest/globals';
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { copyRows } from '#ui/components/DataTable/TableRoot.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';

function copied(from: string, to: string): Record<string, string> | null {
  const selection = document.getSelection();
  selection?.setBaseAndExtent(screen.getByText(from), 0, screen.getByText(to), 1);
  const data: Record<string, string> = {};
  const event = createEvent.copy(screen.getByRole('table'), {
    clipboardData: {
      setData: (kind: string, text: string) => {
        data[kind] = text;
      },
    },
  });
  fireEvent(screen.getByRole('table'), event);
  return event.defaultPrevented ? data : null;
}

it('copied rows paste as a table without ticks and buttons; a single cell stays as is', () => {
  render(
    <table onCopy={copyRows}>
      <tbody>
        <tr>
          <td className="tick">x</td>
          <th scope="row">812</th>
          <td>
            Mercado Lua<small>Lua &lt;Ltda.&gt;</small>
          </td>
          <td className="actions">Abrir</td>
        </tr>
        <tr>
          <td className="tick">y</td>
          <th scope="row">811</th>
          <td>Padaria Sol</td>
          <td className="actions">Fechar</td>
        </tr>
      </tbody>
    </table>,
  );
  expect(copied('812', 'Padaria Sol')).toEqual({
    'text/plain': '812\tMercado Lua Lua <Ltda.>\n811\tPadaria Sol',
    'text/html':
      '<table><tr><td>812</td><td>Mercado Lua Lua &lt;Ltda.></td></tr><tr><td>811</td><td>Padaria Sol</td></tr></table>',
  });
  expect(copied('Padaria Sol', 'Padaria Sol')).toBeNull();
});

it('copied moments are dates that a spreadsheet knows, whatever the screen says of them', () => {
  render(
    <table onCopy={copyRows}>
      <tbody>
        <tr>
          <th scope="row">900</th>
          <td>
            <RelativeDate value="2026-11-20T20:58:00Z" now="2026-11-21T12:00:00Z" zone="America/Sao_Paulo" />
          </td>
          <td>fim</td>
        </tr>
      </tbody>
    </table>,
  );
  expect(screen.getByText('ontem', { exact: false })).toBeDefined();
  expect(copied('900', 'fim')).toEqual({
    'text/plain': '900\t20/11/2026 17:58\tfim',
    'text/html': '<table><tr><td>900</td><td>20/11/2026 17:58</td><td>fim</td></tr></table>',
  });
});
