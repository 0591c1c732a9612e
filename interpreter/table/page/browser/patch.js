// Applies what has changed from one description of the table to the next; `patch.py` says what the forms mean.

export function patched(value, patch) {
  if (Array.isArray(patch)) {
    if (patch.length === 1) return patch[0];
    if (patch.length === 2) return patched(patched(value, patch[0]), patch[1]);
    const [at, many, items] = patch;
    return [...value.slice(0, at), ...items, ...value.slice(at + many)];
  }
  if (!Object.keys(patch).length) return value;
  const made = Array.isArray(value) ? [...value] : { ...value };
  for (const [key, part] of Object.entries(patch)) {
    if (part === 0) delete made[key];
    else made[key] = patched(made[key], part);
  }
  return made;
}
