# Runs jobs, shows what they say, and counts them.
PASSED=0
FAILED=0
SKIPPED=0
FAILED_JOBS=()
COMPLAINTS=''

told() { printf '\n== %s\n' "$1"; }

ended() { # title, code, start in seconds
  local took=$((SECONDS - $3))
  if [ "$2" -eq 0 ]; then printf -- '-- passed: %s (%s s)\n' "$1" "$took"; else
    printf -- '-- FAILED with %s: %s (%s s)\n' "$2" "$1" "$took"
    FAILED_JOBS+=("$1")
  fi
}

job() {
  local title=$1 began=$SECONDS code
  shift
  told "$title"
  "$@" </dev/null
  code=$?
  if [ "$code" -eq 0 ]; then PASSED=$((PASSED + 1)); else FAILED=$((FAILED + 1)); fi
  ended "$title" "$code" "$began"
}

# A job that closes with a count of its own: that is added, and a run without one is a failure.
tests() {
  local title=$1 began=$SECONDS code output line
  shift
  told "$title"
  output=$(mktemp)
  "$@" </dev/null 2>&1 | tee "$output"
  code=${PIPESTATUS[0]}
  line=$(grep -E '^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$' "$output" | tail -n 1)
  # Later jobs say much; whoever sees only the end of it has to see what failed.
  COMPLAINTS+=$(awk '/^✗ / { own = 1; print; next } own && /^    / { print; next } { own = 0 }' "$output")
  rm -f "$output"
  if [[ $line =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed(,\ ([0-9]+)\ skipped)?$ ]]; then
    PASSED=$((PASSED + BASH_REMATCH[1]))
    FAILED=$((FAILED + BASH_REMATCH[2]))
    SKIPPED=$((SKIPPED + ${BASH_REMATCH[4]:-0}))
    if [ "$code" -ne 0 ] && [ "${BASH_REMATCH[2]}" -eq 0 ]; then FAILED=$((FAILED + 1)); fi
  else
    echo "$title closed without a count."
    code=1
    FAILED=$((FAILED + 1))
  fi
  ended "$title" "$code" "$began"
}

close_with_count() {
  printf '\n'
  if [ -n "$COMPLAINTS" ]; then printf '%s\n' "$COMPLAINTS"; fi
  for title in "${FAILED_JOBS[@]}"; do printf 'FAILED: %s\n' "$title"; done
  local skipped=''
  if [ "$SKIPPED" -gt 0 ]; then skipped=", $SKIPPED skipped"; fi
  printf '%s passed, %s failed%s\n' "$PASSED" "$FAILED" "$skipped"
  [ "$FAILED" -eq 0 ] && [ "$PASSED" -gt 0 ]
}
