"""Passkeys: creates challenges and verifies signatures."""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from showground.accounts.models import Account
from showground.accounts.queries import passkeys
from showground.core.calls.context import Context, Site
from showground.core.calls.errors import ApiError
from showground.core.database.pool import Connection

CHALLENGE_LIVES = timedelta(minutes=5)
MAX_PASSKEYS = 20
MIN_RSA_BITS = 2048


class PasskeyRefused(ApiError):
    """We could not verify this passkey. Try again, or sign in by email."""


class UsePasskeyFirst(ApiError):
    """Sign in with one of your passkeys before you add or remove any. If you have lost them all, ask the operator of
    this site to run `showground passkeys remove` for your account."""


async def check_may_change(ctx: Context) -> None:
    """Staff who must use a passkey may add their first one after any sign-in, and no more without it: otherwise anyone
    who reads their mailbox could add one and use that."""
    if ctx.access is not None and ctx.access.passkey_first and await passkeys.list_passkeys(ctx.db, ctx.account):
        raise UsePasskeyFirst


async def make_challenge(db: Connection, account: int | None, now: datetime) -> bytes:
    challenge = secrets.token_bytes(32)
    await passkeys.add_challenge(db, sha256(challenge).digest(), account, now + CHALLENGE_LIVES)
    return challenge


async def use_challenge(db: Connection, credential: Any, account: int | None, now: datetime) -> bytes:
    """The challenge that was signed: one of ours, made for the same purpose, and not used before."""
    from webauthn.helpers import parse_client_data_json  # noqa: PLC0415 - slow to load, and few processes need it

    challenge = parse_client_data_json(credential.response.client_data_json).challenge
    if not await passkeys.use_challenge(db, sha256(challenge).digest(), account, now):
        raise PasskeyRefused
    return challenge


async def ask_to_register(db: Connection, account: Account, site: Site, now: datetime) -> str:
    """The options of a browser's `credentials.create`, as JSON."""
    import webauthn  # noqa: PLC0415
    from webauthn.helpers import structs  # noqa: PLC0415

    known = await passkeys.list_credentials(db, account.id)
    return webauthn.options_to_json(
        webauthn.generate_registration_options(
            rp_id=_host(site),
            rp_name=site.name,
            user_id=str(account.id).encode(),
            user_name=account.email,
            user_display_name=account.name,
            challenge=await make_challenge(db, account.id, now),
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                user_verification=structs.UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=credential) for credential in known],
        )
    )


async def ask_to_sign_in(db: Connection, site: Site, now: datetime) -> str:
    """The options of a browser's `credentials.get`, as JSON; any passkey of this site will do."""
    import webauthn  # noqa: PLC0415
    from webauthn.helpers import structs  # noqa: PLC0415

    return webauthn.options_to_json(
        webauthn.generate_authentication_options(
            rp_id=_host(site),
            challenge=await make_challenge(db, None, now),
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        )
    )


async def register(db: Connection, account: int, name: str, text: str, site: Site, now: datetime) -> None:
    """Verify a new passkey's signature and store the passkey."""
    import webauthn  # noqa: PLC0415
    from webauthn.helpers import decode_credential_public_key, parse_registration_credential_json  # noqa: PLC0415
    from webauthn.helpers.decode_credential_public_key import DecodedRSAPublicKey  # noqa: PLC0415
    from webauthn.helpers.exceptions import WebAuthnException  # noqa: PLC0415

    try:
        credential = parse_registration_credential_json(text)
        verified = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=await use_challenge(db, credential, account, now),
            expected_rp_id=_host(site),
            expected_origin=site.url,
            require_user_verification=True,
        )
        key = decode_credential_public_key(verified.credential_public_key)
    except (WebAuthnException, ValueError, KeyError, TypeError) as error:
        raise PasskeyRefused from error
    if isinstance(key, DecodedRSAPublicKey) and int.from_bytes(key.n).bit_length() < MIN_RSA_BITS:
        raise PasskeyRefused
    if not await passkeys.add(
        db,
        account,
        name,
        credential=verified.credential_id,
        public_key=verified.credential_public_key,
        sign_count=verified.sign_count,
        now=now,
    ):
        raise PasskeyRefused


async def recognise(db: Connection, text: str, site: Site, now: datetime) -> int:
    """Verify a signature and return whose passkey it is."""
    import webauthn  # noqa: PLC0415
    from webauthn.helpers import parse_authentication_credential_json  # noqa: PLC0415
    from webauthn.helpers.exceptions import WebAuthnException  # noqa: PLC0415

    try:
        credential = parse_authentication_credential_json(text)
        known = await passkeys.lock_passkey(db, credential.raw_id)
        if known is None:
            raise PasskeyRefused
        verified = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=await use_challenge(db, credential, None, now),
            expected_rp_id=_host(site),
            expected_origin=site.url,
            credential_public_key=known.public_key,
            credential_current_sign_count=known.sign_count,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError) as error:
        raise PasskeyRefused from error
    await passkeys.note_use(db, known.id, verified.new_sign_count, now)
    return known.account_id


def _host(site: Site) -> str:
    return urlsplit(site.url).hostname or ""
