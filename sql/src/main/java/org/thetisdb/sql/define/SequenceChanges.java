package org.thetisdb.sql.define;

import org.thetisdb.sql.catalog.CommentDef;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.ddl.AlterSequence;
import org.thetisdb.sql.ddl.CreateSequence;
import org.thetisdb.sql.ddl.SequenceOptions;
import org.thetisdb.sql.ddl.SequenceOptions.Limit;
import org.thetisdb.sql.rights.Securable;

/** CREATE and ALTER SEQUENCE. For one definition. Not thread-safe. */
final class SequenceChanges {
  private final Changes changes;

  SequenceChanges(Changes changes) {
    this.changes = changes;
  }

  void create(CreateSequence create) {
    Names.require(create.name());
    if (changes.catalog().sequence(create.name()) != null) {
      if (!create.ifNotExists()) {
        throw Names.exists("a sequence", create.name());
      }
      changes.notice("There is already a sequence \"%s\".".formatted(create.name()));
      return;
    }
    SequenceOptions options = create.options();
    long increment = options.increment() == null ? 1 : options.increment();
    Limit bound = increment < 0 ? options.max() : options.min();
    long first = bound != null && bound.value() != null ? bound.value() : 1;
    long start = options.start() == null ? first : options.start();
    changes.put(
        with(
            new SequenceDef(create.name(), changes.newId(), start, increment, null),
            options,
            new Limit(null)));
  }

  void alter(AlterSequence alter) {
    SequenceDef present = changes.catalog().sequence(alter.name());
    if (present == null || TableDef.isRowIdSequence(present)) {
      if (!alter.ifExists()) {
        throw Names.unknown("sequence", alter.name());
      }
      changes.notice("There is no sequence \"%s\".".formatted(alter.name()));
    } else if (alter.newName() != null) {
      NameChanges.rename(changes, present, alter.newName());
    } else {
      SequenceDef changed = with(present, alter.options(), null);
      if (alter.options().restart() == null) {
        changes.put(changed);
      } else {
        restart(changed, alter.options().restart().value());
      }
    }
  }

  /**
   * A sequence begins anew under a new number, so that nobody goes on with values that were taken
   * under the old one.
   *
   * @param value the next value; null for the first one
   */
  void restart(SequenceDef sequence, Long value) {
    SequenceDef again =
        new SequenceDef(
            sequence.name(),
            changes.newId(),
            sequence.start(),
            sequence.increment(),
            sequence.owner(),
            sequence.min(),
            sequence.max(),
            sequence.cycle());
    changes.remove(sequence);
    changes.put(again);
    CommentChanges.follow(
        changes,
        new CommentDef.Key(CommentDef.Subject.SEQUENCE, sequence.id(), ""),
        new CommentDef.Key(CommentDef.Subject.SEQUENCE, again.id(), ""));
    changes.renumbered(
        Securable.of(Securable.Kind.SEQUENCE, sequence.id()),
        Securable.of(Securable.Kind.SEQUENCE, again.id()));
    changes.putPosition(again, value == null ? again.start() : value);
  }

  /** {@code unsaid} stands for bounds of which nothing is said; null keeps those that are. */
  private SequenceDef with(SequenceDef base, SequenceOptions options, Limit unsaid) {
    long increment = options.increment() == null ? base.increment() : options.increment();
    if (increment == 0) {
      throw Names.invalid("Sequence \"" + base.name() + "\" must have an increment.");
    }
    long start = options.start() == null ? base.start() : options.start();
    String owner = options.owner() == null ? base.owner() : options.owner().table();
    if (owner != null) {
      changes.catalog().requireTable(owner);
    }
    SequenceDef usual = new SequenceDef(base.name(), base.id(), start, increment, owner);
    long min = bound(options.min() == null ? unsaid : options.min(), usual.min(), base.min());
    long max = bound(options.max() == null ? unsaid : options.max(), usual.max(), base.max());
    if (start < min || start > max) {
      throw Names.invalid(
          "Sequence \"%s\" starts with %d, which is not between %d and %d."
              .formatted(base.name(), start, min, max));
    }
    boolean cycle = options.cycle() == null ? base.cycle() : options.cycle();
    return new SequenceDef(base.name(), base.id(), start, increment, owner, min, max, cycle);
  }

  private static long bound(Limit said, long usual, long present) {
    return said == null ? present : said.value() == null ? usual : said.value();
  }
}
