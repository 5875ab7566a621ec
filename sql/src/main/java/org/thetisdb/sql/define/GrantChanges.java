package org.thetisdb.sql.define;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.sql.catalog.ObjectId;
import org.thetisdb.sql.catalog.ObjectKind;
import org.thetisdb.sql.catalog.ProcedureDef;
import org.thetisdb.sql.catalog.SchemaDef;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.catalog.ViewDef;
import org.thetisdb.sql.ddl.AlterOwner;
import org.thetisdb.sql.ddl.GrantRights;
import org.thetisdb.sql.rights.GrantDef;
import org.thetisdb.sql.rights.Privilege;
import org.thetisdb.sql.rights.RoleDef;
import org.thetisdb.sql.rights.Securable;
import org.thetisdb.sql.rights.UserRights;

/** GRANT, REVOKE, and whose objects are. For one definition. Not thread-safe. */
final class GrantChanges {
  private final Changes changes;

  GrantChanges(Changes changes) {
    this.changes = changes;
  }

  private SqlCatalog catalog() {
    return changes.catalog();
  }

  /**
   * Grants or revokes.
   *
   * @throws ThetisException NO_RIGHT if an object is not the actor's
   */
  void change(GrantRights grant, UserRights actor) {
    for (Securable object : objects(grant.on(), grant.names())) {
      requireOwner(actor, catalog(), object);
      int privileges = grant.privileges() == 0 ? object.kind().all() : grant.privileges();
      int others = privileges & ~object.kind().all();
      if (others != 0) {
        throw new ThetisException(
            ErrorCode.INVALID_GRANT,
            "There is no privilege %s of a %s."
                .formatted(
                    Privilege.of(others).stream().map(Enum::name).collect(Collectors.joining(", ")),
                    object.kind().word()));
      }
      for (String grantee : grant.grantees()) {
        change(object, idOf(grantee), privileges, grant.gives());
      }
    }
  }

  private int idOf(String role) {
    return role == null ? RoleDef.PUBLIC : RoleChanges.require(catalog().rights(), role).id();
  }

  private void change(Securable object, int grantee, int privileges, boolean gives) {
    GrantDef present = present(object);
    int before = present.grantedTo(grantee);
    int now = gives ? before | privileges : before & ~privileges;
    if (now != before) {
      if (present.entries().size() >= GrantDef.MAX_ENTRIES) {
        throw Names.invalid(
            "An object has rights of at most %d roles; grant to a role that others are members of."
                .formatted(GrantDef.MAX_ENTRIES));
      }
      put(present.with(grantee, now));
    }
  }

  /** What is said of an object by now. */
  private GrantDef present(Securable object) {
    GrantDef said = catalog().rights().grant(object);
    return said == null ? GrantDef.initial(changes.newId(), object) : said;
  }

  private void put(GrantDef grant) {
    if (!grant.isInitial()) {
      changes.put(grant);
    } else if (catalog().has(new ObjectId(ObjectKind.GRANT, grant.id()))) {
      changes.remove(ObjectKind.GRANT, grant.id());
    }
  }

  /** Gives objects to another role. */
  void give(AlterOwner alter, UserRights actor) {
    int owner = RoleChanges.require(catalog().rights(), alter.owner()).id();
    if (!actor.isMemberOf(owner)) {
      throw new ThetisException(
          ErrorCode.NO_RIGHT,
          "to give something to role \"%s\": user \"%s\" is no member of it"
              .formatted(alter.owner(), actor.role().name()));
    }
    List<Securable> objects =
        alter.on() == null ? ownedBy(alter.names()) : objects(alter.on(), alter.names());
    for (Securable object : objects) {
      requireOwner(actor, catalog(), object);
      give(object, owner);
    }
  }

  private List<Securable> ownedBy(List<String> roles) {
    List<Integer> owners = roles.stream().map(this::idOf).toList();
    return catalog().rights().grants().stream()
        .filter(grant -> owners.contains(grant.owner()))
        .map(GrantDef::object)
        .toList();
  }

  /** Gives one object to another role. */
  void give(Securable object, int owner) {
    put(present(object).withOwner(owner));
    if (object.kind() == Securable.Kind.TABLE) {
      TableDef table = catalog().tableById(object.id());
      for (SequenceDef sequence : List.copyOf(catalog().sequences())) {
        if (table.name().equals(sequence.owner())) {
          give(Securable.of(Securable.Kind.SEQUENCE, sequence.id()), owner);
        }
      }
    }
  }

  private List<Securable> objects(GrantRights.On on, List<String> names) {
    return names.stream().flatMap(name -> objects(on, name)).toList();
  }

  private Stream<Securable> objects(GrantRights.On on, String name) {
    return switch (on) {
      case TABLE -> Stream.of(relation(name));
      case SEQUENCE -> Stream.of(sequence(name));
      case SCHEMA -> Stream.of(schema(catalog(), name));
      case PROCEDURE -> Stream.of(procedure(name));
      case ALL_TABLES ->
          Stream.concat(
              within(name, catalog().tables().stream().map(TableDef::name)).map(this::relation),
              within(name, catalog().views().stream().map(ViewDef::name)).map(this::relation));
      case ALL_SEQUENCES ->
          within(name, catalog().sequences().stream().map(SequenceDef::name)).map(this::sequence);
      case ALL_PROCEDURES ->
          within(name, catalog().procedures().stream().map(ProcedureDef::name))
              .map(this::procedure);
    };
  }

  private Stream<String> within(String schema, Stream<String> names) {
    schema(catalog(), schema);
    return names.filter(name -> ObjectName.schema(name).equals(schema)).toList().stream();
  }

  private Securable relation(String name) {
    Securable found = relation(catalog(), name);
    if (found == null) {
      throw catalog().unknownTable(name);
    }
    return found;
  }

  /** A table or view; null if there is none. */
  static Securable relation(SqlCatalog catalog, String name) {
    TableDef table = catalog.table(name);
    ViewDef view = table == null ? catalog.view(name) : null;
    return table != null
        ? Securable.of(Securable.Kind.TABLE, table.tableId())
        : view == null ? null : Securable.of(Securable.Kind.VIEW, view.id());
  }

  private Securable sequence(String name) {
    SequenceDef sequence = catalog().sequence(name);
    if (sequence == null) {
      throw Names.unknown("sequence", name);
    }
    return Securable.of(Securable.Kind.SEQUENCE, sequence.id());
  }

  /** One of the catalog, else one of a jar, which the catalog does not know. */
  private Securable procedure(String name) {
    ProcedureDef procedure = catalog().procedure(name);
    return procedure == null
        ? Securable.jarProcedure(name)
        : Securable.of(Securable.Kind.PROCEDURE, procedure.id());
  }

  /** A schema; refuses one that is not there. */
  static Securable schema(SqlCatalog catalog, String name) {
    if (name.equals(ObjectName.PUBLIC)) {
      return Securable.PUBLIC_SCHEMA;
    }
    SchemaDef schema = catalog.schema(name);
    if (schema == null) {
      throw new ThetisException(ErrorCode.UNKNOWN_SCHEMA, name);
    }
    return Securable.of(Securable.Kind.SCHEMA, schema.id());
  }

  /** Refuses what only the owner of an object may do. */
  static void requireOwner(UserRights actor, SqlCatalog catalog, Securable object) {
    if (!actor.owns(object)) {
      throw new ThetisException(
          ErrorCode.NO_RIGHT,
          "for %s: user \"%s\" is not its owner"
              .formatted(describe(catalog, object), actor.role().name()));
    }
  }

  /** An object as people call it. */
  static String describe(SqlCatalog catalog, Securable object) {
    String name =
        switch (object.kind()) {
          case TABLE -> nameOf(catalog.tableById(object.id()), TableDef::name);
          case VIEW -> nameOf(find(catalog.views(), v -> v.id() == object.id()), ViewDef::name);
          case SEQUENCE ->
              nameOf(find(catalog.sequences(), s -> s.id() == object.id()), SequenceDef::name);
          case PROCEDURE ->
              nameOf(find(catalog.procedures(), p -> p.id() == object.id()), ProcedureDef::name);
          case SCHEMA ->
              object.id() == 0
                  ? ObjectName.PUBLIC
                  : nameOf(find(catalog.schemas(), s -> s.id() == object.id()), SchemaDef::name);
          case JAR_PROCEDURE -> object.name();
        };
    return "%s \"%s\"".formatted(object.kind().word(), name);
  }

  private static <T> T find(
      java.util.Collection<T> all, java.util.function.Predicate<T> condition) {
    return all.stream().filter(condition).findFirst().orElse(null);
  }

  private static <T> String nameOf(T found, java.util.function.Function<T, String> name) {
    return found == null ? "" : name.apply(found);
  }

  /** Objects that a definition has made are of whoever made it. */
  static void own(Changes changes, UserRights actor) {
    if (actor.role().id() == changes.catalog().rights().admin().role().id()) {
      return;
    }
    GrantChanges grants = new GrantChanges(changes);
    for (Securable made : changes.made()) {
      if (changes.catalog().rights().grant(made) == null) {
        grants.put(grants.present(made).withOwner(grants.ownerOfNew(made, actor)));
      }
    }
  }

  /** The sequence of a column is its table's. */
  private int ownerOfNew(Securable made, UserRights actor) {
    SequenceDef sequence =
        made.kind() == Securable.Kind.SEQUENCE
            ? find(catalog().sequences(), each -> each.id() == made.id())
            : null;
    Securable table =
        sequence == null || sequence.owner() == null ? null : relation(catalog(), sequence.owner());
    return table == null ? actor.role().id() : catalog().rights().ownerOf(table);
  }

  /** Rights follow what has another number now. */
  static void follow(Changes changes, Securable from, Securable to) {
    GrantDef grant = changes.catalog().rights().grant(from);
    if (grant != null) {
      changes.put(new GrantDef(grant.id(), to, grant.owner(), grant.entries()));
    }
  }

  /** Takes away rights on things that are gone. */
  static void sweep(Changes changes) {
    for (GrantDef grant : new ArrayList<>(changes.catalog().rights().grants())) {
      if (!isThere(changes.catalog(), grant.object())) {
        changes.remove(ObjectKind.GRANT, grant.id());
      }
    }
  }

  private static boolean isThere(SqlCatalog catalog, Securable object) {
    int id = object.id();
    return switch (object.kind()) {
      case TABLE -> Objects.nonNull(catalog.tableById(id));
      case VIEW -> catalog.has(new ObjectId(ObjectKind.VIEW, id));
      case SEQUENCE -> catalog.has(new ObjectId(ObjectKind.SEQUENCE, id));
      case PROCEDURE -> catalog.has(new ObjectId(ObjectKind.PROCEDURE, id));
      case SCHEMA -> id == 0 || catalog.has(new ObjectId(ObjectKind.SCHEMA, id));
      case JAR_PROCEDURE -> true;
    };
  }
}
