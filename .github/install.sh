#!/bin/sh
# Installs the released program partie: fetches the archive of this system, and compares its SHA-256 with the one below. Usage:
#
#   sh install.sh [FOLDER]    by default ~/.local/bin
#
# PARTIE_TARGET names the target of another system, PARTIE_ADDRESS another address, or a folder, with the archives.
# Exit status: 0 installed; 1 not the released archive, or not unpacked; 2 no archive for this system, or not fetched.
set -eu

# `.ci/release` writes the version and the sums.
VERSION=0.1.0
ADDRESS=${PARTIE_ADDRESS:-https://partie.example/source/releases/download/v$VERSION}
SUMS='
'

fail() {
  echo "install.sh: $2" >&2
  exit "$1"
}

system=$(uname -s)/$(uname -m)
case $system in
  Linux/x86_64) target=x86_64-unknown-linux-musl ;;
  Linux/aarch64 | Linux/arm64) target=aarch64-unknown-linux-musl ;;
  Darwin/x86_64) target=x86_64-apple-darwin ;;
  Darwin/arm64) target=aarch64-apple-darwin ;;
  MINGW*/x86_64 | MSYS*/x86_64) target=x86_64-pc-windows-gnu ;;
  *) target= ;;
esac
target=${PARTIE_TARGET:-$target}
case $target in
  *-windows-*) program=partie.exe ending=zip ;;
  *) program=partie ending=tar.gz ;;
esac
archive=partie-$VERSION-$target.$ending
expected=$(printf %s "$SUMS" | sed -n "s/^\([0-9a-f]*\)  $archive\$/\1/p")
[ -n "$expected" ] || fail 2 "partie $VERSION has no released program for ${target:-$system}"

folder=${1:-$HOME/.local/bin}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ -d "$ADDRESS" ]; then
  cp "$ADDRESS/$archive" "$work/" || fail 2 "no $archive in $ADDRESS"
elif command -v curl >/dev/null; then
  curl -fsSL -o "$work/$archive" "$ADDRESS/$archive" || fail 2 "cannot fetch $ADDRESS/$archive"
else
  wget -q -O "$work/$archive" "$ADDRESS/$archive" || fail 2 "cannot fetch $ADDRESS/$archive"
fi
if command -v sha256sum >/dev/null; then sum=$(sha256sum <"$work/$archive"); else sum=$(shasum -a 256 <"$work/$archive"); fi
[ "${sum%% *}" = "$expected" ] || fail 1 "$archive has the sum ${sum%% *}, not $expected"

case $ending in
  zip) unzip -q "$work/$archive" -d "$work" || fail 1 "cannot unpack $archive" ;;
  *) tar -xzf "$work/$archive" -C "$work" || fail 1 "cannot unpack $archive" ;;
esac
mkdir -p "$folder"
# The old program may be running: it is replaced as a whole.
cp "$work/partie-$VERSION-$target/$program" "$folder/.$program.new"
chmod 755 "$folder/.$program.new"
mv -f "$folder/.$program.new" "$folder/$program"
echo "installed partie $VERSION as $folder/$program"
