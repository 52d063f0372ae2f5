"""Signatures in the format of minisign: Ed25519 over BLAKE2b, one line of base64 with a comment above it.

The format is F. Denis's (https://jedisct1.github.io/minisign/), so that ``minisign -V`` checks what is signed here
and ``minisign -S`` signs with the keys made here. With a message m, a trusted comment t and a key k:

    s = Ed25519(k, BLAKE2b-512(m)),        g = Ed25519(k, s || t).
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from dataclasses import dataclass, field
from typing import NamedTuple

from exact.errors import ExactError

_ALGORITHM, _HASHED, _NO_KDF, _BLAKE2 = b"Ed", b"ED", b"\0\0", b"B2"
_UNTRUSTED, _TRUSTED = "untrusted comment: ", "trusted comment: "
_ID, _SEED, _SALT, _SIGNATURE = 8, 32, 48, 64


class SignatureError(ExactError):
    """A key or a signature that is none, or a signature that does not hold."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A public key and the name by which signatures tell whose they are."""

    id: bytes
    key: bytes

    @property
    def name(self) -> str:
        """The id as minisign shows it.

        >>> PublicKey(bytes([1, 0, 0, 0, 0, 0, 0, 0xAB]), b"").name
        'AB00000000000001'
        """
        return self.id[::-1].hex().upper()

    def text(self) -> str:
        """The key as a file."""
        return _lines(f"{_UNTRUSTED}minisign public key {self.name}", _ALGORITHM + self.id + self.key)


@dataclass(frozen=True, slots=True)
class SecretKey:
    """A secret key, not encrypted, with its public key."""

    public: PublicKey
    seed: bytes = field(repr=False)

    def text(self) -> str:
        """The key as a file that minisign reads too, its checksum last."""
        body = self.public.id + self.seed + self.public.key
        content = _ALGORITHM + _NO_KDF + _BLAKE2 + bytes(_SALT) + body + _checksum(body)
        return _lines(f"{_UNTRUSTED}minisign secret key {self.public.name}, not encrypted: keep it to yourself", content)


class _Signature(NamedTuple):
    """The parts of a signature file."""

    id: bytes
    signature: bytes
    comment: str
    of_both: bytes


def new_key() -> SecretKey:
    """A new key from the system's randomness; its id is taken from the public key."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return _secret_key(Ed25519PrivateKey.generate().private_bytes_raw(), None)


def _secret_key(seed: bytes, key_id: bytes | None) -> SecretKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()
    return SecretKey(PublicKey(key_id or hashlib.sha256(key).digest()[:_ID], key), seed)


def _checksum(body: bytes) -> bytes:
    return hashlib.blake2b(_ALGORITHM + body, digest_size=32).digest()


def _lines(comment: str, content: bytes) -> str:
    return f"{comment}\n{base64.b64encode(content).decode('ascii')}\n"


def _decode(line: str, length: int, what: str) -> bytes:
    """The bytes of one line of base64, of just that length, written in the one way in which it is written."""
    try:
        content = base64.b64decode(line.encode("ascii"), validate=True)
    except (binascii.Error, UnicodeEncodeError):
        content = b""
    if base64.b64encode(content).decode("ascii") != line or not line:
        raise SignatureError(f"{what}: is not base64")
    if len(content) != length:
        raise SignatureError(f"{what}: {len(content)} bytes: it has {length}")
    return content


def _two_lines(text: str, what: str) -> str:
    """The second line of a key file."""
    lines = text.splitlines()
    if len(lines) != 2 or not lines[0].startswith(_UNTRUSTED):
        raise SignatureError(f"{what}: give a file of minisign, a comment and a line of base64")
    return lines[1]


def read_public(text: str) -> PublicKey:
    """The public key of a file's text."""
    content = _decode(_two_lines(text, "public key"), len(_ALGORITHM) + _ID + _SEED, "public key")
    if not content.startswith(_ALGORITHM):
        raise SignatureError("public key: not one of Ed25519")
    return PublicKey(content[2 : 2 + _ID], content[2 + _ID :])


def read_secret(text: str) -> SecretKey:
    """The secret key of a file's text; encrypted ones are refused, and any whose parts do not fit each other.

    minisign leaves the checksum of a key that is not encrypted at zero.
    """
    start, body_length = 6 + _SALT, _ID + 2 * _SEED
    content = _decode(_two_lines(text, "secret key"), start + body_length + 32, "secret key")
    if content[2:4] != _NO_KDF:
        raise SignatureError("secret key: is encrypted: sign with minisign -S -H, or give a key made with exact certify --new-key")
    body, checksum = content[start : start + body_length], content[start + body_length :]
    key = _secret_key(body[_ID : _ID + _SEED], body[:_ID])
    marked = (content[:2], content[4:6]) == (_ALGORITHM, _BLAKE2) and checksum in (_checksum(body), bytes(len(checksum)))
    if not marked or body[_ID + _SEED :] != key.public.key:
        raise SignatureError("secret key: its parts do not fit each other: the file is damaged")
    return key


def sign(secret: SecretKey, message: bytes, comment: str) -> str:
    """The signature file of a message; the comment, one line, is signed with it. The same input gives the same file."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.from_private_bytes(secret.seed)
    signature = key.sign(_hashed(message))
    of_both = base64.b64encode(key.sign(signature + comment.encode("utf-8"))).decode("ascii")
    first = _lines(f"{_UNTRUSTED}signature of the key {secret.public.name}", _HASHED + secret.public.id + signature)
    return f"{first}{_TRUSTED}{comment}\n{of_both}\n"


def check(public: PublicKey, message: bytes, text: str) -> str:
    """The trusted comment of a signature file that holds for the message; SignatureError says why another does not."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    parts = _read_signature(text)
    if parts.id != public.id:
        raise SignatureError(f"signature: made with the key {PublicKey(parts.id, b'').name}, not with {public.name}")
    key = Ed25519PublicKey.from_public_bytes(public.key)
    try:
        key.verify(parts.signature, _hashed(message))
        key.verify(parts.of_both, parts.signature + parts.comment.encode("utf-8"))
    except InvalidSignature:
        raise SignatureError("signature: does not hold: what was signed, the comment or the signature has been changed") from None
    return parts.comment


def _read_signature(text: str) -> _Signature:
    """The parts of a signature file's text."""
    lines = text.split("\n")
    if len(lines) != 5 or lines[4] or not lines[0].startswith(_UNTRUSTED) or not lines[2].startswith(_TRUSTED):
        raise SignatureError("signature: is no whole file of minisign: two comments, each above a line of base64")
    content = _decode(lines[1], 2 + _ID + _SIGNATURE, "signature")
    if not content.startswith(_HASHED):
        raise SignatureError("signature: of another kind: sign with exact certify, or with minisign -S -H")
    comment = lines[2].removeprefix(_TRUSTED)
    return _Signature(content[2 : 2 + _ID], content[2 + _ID :], comment, _decode(lines[3], _SIGNATURE, "signature of the comment"))


def _hashed(message: bytes) -> bytes:
    return hashlib.blake2b(message).digest()
