import { afterEach, describe, expect, it } from '@jest/globals';
import { disableStyles, keepStyles } from '../../support/screens/noStyles.ts';

/* The shortcuts around slow parts of jsdom must answer as jsdom does. */

afterEach(() => {
  document.body.innerHTML = '';
});

describe('labels of a control', () => {
  const PAGE = `
    <label for="a">Um</label><label>Dois <input id="a"><button>B</button></label><label for="a">Três</label>
    <label for="outra"><input name="b"></label>
    <label><input type="hidden" name="c"><select name="d"></select><textarea name="e"></textarea></label>
    <label><span><label>Quatro <input name="f"></label></span></label>
    <label for="">Cinco</label><input id="" name="g"><input id="a" name="h"><input name="i">
    <label for="texto">Seis</label><p id="texto"></p><label for="j"></label><progress id="j"></progress>`;

  it('are the same as in jsdom, in the same order', () => {
    document.body.innerHTML = PAGE;
    const controls = document.body.querySelectorAll<HTMLInputElement>(
      'input, button, select, textarea, progress',
    );
    const labels = [...document.querySelectorAll('label')];
    for (const control of controls)
      expect([control.outerHTML, ...(control.labels ?? [])]).toEqual([
        control.outerHTML,
        ...labels.filter((label) => label.control === control),
      ]);
    expect(controls).toHaveLength(11);
    expect(document.querySelector<HTMLInputElement>('[name=c]')?.labels).toBeNull();
  });
});

describe('computed style of an element', () => {
  const REQUESTED = [
    'opacity',
    'clip',
    'content-visibility',
    'float',
    'overflow-x',
    'position',
    'width',
    'display',
  ];

  it('is the same as in jsdom when none of our style sheets is loaded', () => {
    document.body.innerHTML =
      '<dialog open>x</dialog><p style="opacity: 0; position: absolute">y</p><table><tbody><tr><td>z</td></tr></tbody></table><textarea></textarea>';
    const all = [...document.body.querySelectorAll('*')];
    const reported = () =>
      all.map((element) => REQUESTED.map((name) => getComputedStyle(element).getPropertyValue(name)));
    const plain = reported();
    keepStyles();
    const whole = reported();
    disableStyles();
    expect(plain).toEqual(whole);
  });
});
