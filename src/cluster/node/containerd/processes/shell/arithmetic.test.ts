/** What busybox 1.35 prints for each; its `sh` was asked. */
import { describe, expect, it } from 'vitest';
import { evaluateArithmetic } from './arithmetic.ts';
import { ShellSyntaxError } from './syntax.ts';

function valueIs(text: string, given: Readonly<Record<string, string>> = {}): string {
  const variables = new Map(Object.entries(given));
  try {
    const value = evaluateArithmetic(text, variables);
    const changed = [...variables].filter(([name, now]) => given[name] !== now);
    return [value, ...changed.map(([name, now]) => `${name}=${now}`)].join(' ');
  } catch (error) {
    if (error instanceof ShellSyntaxError) return error.message;
    throw error;
  }
}

describe('arithmetic of the shell', () => {
  it.each([
    ['2**63', '-9223372036854775808'],
    ['9223372036854775807 + 1', '-9223372036854775808'],
    ['9223372036854775807 * 2', '-2'],
    ['-9223372036854775807 - 2', '9223372036854775807'],
    ['1<<63', '-9223372036854775808'],
    ['1<<64', '1'],
    ['1<<-1', '-9223372036854775808'],
    ['-1>>1', '-1'],
    ['-1>>70', '-1'],
    ['-9223372036854775808/-1', '-9223372036854775808'],
    ['-9223372036854775808%-1', '0'],
    ['2**64', '0'],
    ['3**200', '6627890308811632801'],
    ['~0', '-1'],
    ['5&-2', '4'],
    ['5^-1', '-6'],
  ])('has 64 bits, and wraps around: %s', (text, value) => {
    expect(valueIs(text)).toBe(value);
  });

  it.each([
    ['-7/2', '-3'],
    ['-7%2', '-1'],
    ['7%-2', '1'],
    ['9007199254740993 + 0', '9007199254740993'],
    ['1000000007*1000000007', '1000000014000000049'],
  ])('divides towards zero and is exact: %s', (text, value) => {
    expect(valueIs(text)).toBe(value);
  });

  it.each([
    ['2**3**2', '512'],
    ['-2**2', '4'],
    ['1<2<3', '1'],
    ['3>2>1', '0'],
    ['4^1|2&3', '7'],
    ['1?2:3?4:5', '2'],
    ['0?2:0?4:5', '5'],
    ['1,2', '2'],
    ['a=3,a+1', '4 a=3'],
    ['3--2', '5'],
    ['3++2', '5'],
    ['--3', '3'],
    ['- -5', '5'],
    ['', '0'],
  ])('knows the rank of operators: %s', (text, value) => {
    expect(valueIs(text)).toBe(value);
  });

  it.each([
    ['0x7fffffffffffffff', '9223372036854775807'],
    ['18446744073709551615', '-1'],
    ['9999999999999999999999', '0'],
    ['017', '15'],
    ['16#ff', '255'],
    ['64#_', '63'],
    ['36#z', '35'],
  ])('reads numbers: %s', (text, value) => {
    expect(valueIs(text)).toBe(value);
  });

  it.each([
    ['1/0', 'divide by zero'],
    ['1%0', 'divide by zero'],
    ['2**-1', 'exponent less than 0'],
    ['1 ? 2', 'malformed ?: operator'],
    ['08', 'arithmetic syntax error'],
    ['0x', 'arithmetic syntax error'],
    ['0b11', 'arithmetic syntax error'],
    ['1.5', 'arithmetic syntax error'],
    ['5=a', 'arithmetic syntax error'],
    ['1+', 'arithmetic syntax error'],
    ['1 2', 'arithmetic syntax error'],
  ])('refuses %s', (text, error) => {
    expect(valueIs(text)).toBe(error);
  });

  it('takes the value of a variable for an expression, and nothing for 0', () => {
    expect(valueIs('a*2', { a: '1+2' })).toBe('6');
    expect(valueIs('a+1', { a: '' })).toBe('1');
    expect(valueIs('a+1', { a: ' 5 ' })).toBe('6');
    expect(valueIs('nope')).toBe('0');
    expect(valueIs('a', { a: '08' })).toBe('arithmetic syntax error');
    expect(valueIs('a', { a: 'b', b: 'a' })).toBe('expression recursion loop detected');
  });

  it('writes variables', () => {
    expect(valueIs('i++', { i: '5' })).toBe('5 i=6');
    expect(valueIs('++i', { i: '9223372036854775807' })).toBe(
      '-9223372036854775808 i=-9223372036854775808',
    );
    expect(valueIs('i<<=1', { i: '5' })).toBe('10 i=10');
    expect(valueIs('-i++', { i: '3' })).toBe('-3 i=4');
    expect(valueIs('a++', { a: 'x', x: '4' })).toBe('4 a=5');
    expect(valueIs('i**=2', { i: '5' })).toBe('arithmetic syntax error');
  });

  it('evaluates both sides of && and ||, as busybox does', () => {
    expect(valueIs('0 && (i=7)')).toBe('0 i=7');
    expect(valueIs('1 || (i=8)')).toBe('1 i=8');
    expect(valueIs('1 ? 2 : (i=9)')).toBe('2 i=9');
  });
});
