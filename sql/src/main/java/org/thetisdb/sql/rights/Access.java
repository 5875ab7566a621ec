package org.thetisdb.sql.rights;

import java.util.stream.Collectors;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * One thing that a statement does to an object.
 *
 * @param object what it does it to; null if a role is needed
 * @param privileges what is needed for it: a set of {@link Privilege}
 * @param name of the object, or of what is looked for in the schema
 * @param through the view or procedure that does it, with the rights of its owner; null if it is
 *     done with those of the user
 * @param role the role that is needed; null if an object is named
 */
public record Access(
    Securable object, int privileges, String name, Securable through, BuiltInRole role) {
  /** Needs a role. */
  public static Access ofRole(BuiltInRole role) {
    return new Access(null, 0, "", null, role);
  }

  /** The error of a user who may not do it. */
  ThetisException refusal(RoleDef who) {
    if (role != null) {
      return new ThetisException(
          ErrorCode.NO_RIGHT,
          "for what only members of role \"%s\" do; user \"%s\" is none"
              .formatted(role.roleName(), who.name()));
    }
    if (object.kind() == Securable.Kind.SCHEMA) {
      return new ThetisException(ErrorCode.UNKNOWN_TABLE, name);
    }
    String needed =
        Privilege.of(privileges).stream().map(Enum::name).collect(Collectors.joining(" and "));
    return denied(object.kind(), name, needed, who);
  }

  /** The error of a user who lacks something on an object. */
  public static ThetisException denied(
      Securable.Kind kind, String name, String needed, RoleDef who) {
    return new ThetisException(
        ErrorCode.NO_RIGHT,
        "for %s \"%s\": user \"%s\" needs %s".formatted(kind.word(), name, who.name(), needed));
  }
}
