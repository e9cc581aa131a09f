"""A passkey in software: signs what a browser would have it sign."""

import hashlib
import json
import os
import struct
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

VERIFIED = 0x05  # the person is there, and was checked
NEW = 0x45  # the same, with a key

Key = ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey | rsa.RSAPrivateKey


class SoftPasskey:
    """`origin` is where its browser believes to be; `algorithm` what it says of its key, if that is not so."""

    def __init__(
        self,
        origin: str = "http://localhost:8000",
        host: str = "localhost",
        key: Key | None = None,
        algorithm: int | None = None,
    ) -> None:
        self._key = key or ec.generate_private_key(ec.SECP256R1())
        self._algorithm = algorithm
        self.id = os.urandom(16)
        self._host = hashlib.sha256(host.encode()).digest()
        self._origin = origin
        self.used = 0

    def create(self, options: dict[str, Any], flags: int = NEW) -> str:
        known = self._public_key()
        key = cbor2.dumps(known if self._algorithm is None else known | {3: self._algorithm})
        data = self._host + bytes([flags]) + struct.pack(">I", self.used) + bytes(16)
        data += struct.pack(">H", len(self.id)) + self.id + key
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client_data("webauthn.create", options)
        return self._write({"clientDataJSON": client, "attestationObject": attested})

    def get(self, options: dict[str, Any], flags: int = VERIFIED) -> str:
        self.used += 1
        data = self._host + bytes([flags]) + struct.pack(">I", self.used)
        client = self._client_data("webauthn.get", options)
        signature = self._sign(data + hashlib.sha256(client).digest())
        return self._write({"clientDataJSON": client, "authenticatorData": data, "signature": signature})

    def _public_key(self) -> dict[int, int | bytes]:
        if isinstance(self._key, ed25519.Ed25519PrivateKey):
            return {1: 1, 3: -8, -1: 6, -2: self._key.public_key().public_bytes_raw()}
        if isinstance(self._key, rsa.RSAPrivateKey):
            numbers = self._key.public_key().public_numbers()
            return {1: 3, 3: -257, -1: numbers.n.to_bytes(self._key.key_size // 8, "big"), -2: b"\x01\x00\x01"}
        point = self._key.public_key().public_numbers()
        return {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}

    def _sign(self, data: bytes) -> bytes:
        if isinstance(self._key, ed25519.Ed25519PrivateKey):
            return self._key.sign(data)
        if isinstance(self._key, rsa.RSAPrivateKey):
            return self._key.sign(data, padding.PKCS1v15(), hashes.SHA256())
        return self._key.sign(data, ec.ECDSA(hashes.SHA256()))

    def _client_data(self, kind: str, options: dict[str, Any]) -> bytes:
        challenge = bytes_to_base64url(base64url_to_bytes(options["challenge"]))
        said = {"type": kind, "challenge": challenge, "origin": self._origin, "crossOrigin": False}
        return json.dumps(said).encode()

    def _write(self, response: dict[str, bytes]) -> str:
        name = bytes_to_base64url(self.id)
        encoded = {key: bytes_to_base64url(value) for key, value in response.items()}
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": encoded})
