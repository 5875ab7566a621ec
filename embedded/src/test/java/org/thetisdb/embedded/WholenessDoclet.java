package org.thetisdb.embedded;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic.Kind;
import jdk.javadoc.doclet.Doclet;
import jdk.javadoc.doclet.DocletEnvironment;
import jdk.javadoc.doclet.Reporter;

/**
 * Reports what a reader of the site would miss: public elements without a comment, parameters,
 * results and checked exceptions that a comment leaves out, and types of Thetis in signatures which
 * the site does not show. Elements with the tag {@code @hidden} are not shown.
 */
public final class WholenessDoclet implements Doclet {
  private static final String OURS = "org.thetisdb.";

  private static final Set<String> OF_RECORDS = Set.of("equals", "hashCode", "toString");
  private static final Set<String> OF_ENUMS = Set.of("values", "valueOf");

  private final Set<String> shown = new HashSet<>();
  private Reporter reporter;
  private DocletEnvironment environment;

  /** For the tool. */
  public WholenessDoclet() {}

  @Override
  public void init(Locale locale, Reporter given) {
    reporter = given;
  }

  @Override
  public String getName() {
    return "Wholeness";
  }

  @Override
  public Set<? extends Option> getSupportedOptions() {
    return Set.of();
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latest();
  }

  @Override
  public boolean run(DocletEnvironment given) {
    environment = given;
    Set<TypeElement> types = new LinkedHashSet<>();
    for (TypeElement type : ElementFilter.typesIn(given.getIncludedElements())) {
      if (isShown(type)) {
        types.add(type);
        shown.add(type.getQualifiedName().toString());
      } else if (!isHidden(type) && isHidden(type.getEnclosingElement())) {
        report(type, "is shown, though what it is in is hidden");
      }
    }
    types.forEach(this::checkType);
    return !types.isEmpty();
  }

  /** Whether it is public, as is all around it, and not hidden. */
  private boolean isShown(Element element) {
    Element holder = element.getEnclosingElement();
    return element.getModifiers().contains(Modifier.PUBLIC)
        && !isHidden(element)
        && (!(holder instanceof TypeElement) || isShown(holder));
  }

  private boolean isHidden(Element element) {
    DocCommentTree tree = environment.getDocTrees().getDocCommentTree(element);
    return tree != null
        && tree.getBlockTags().stream().anyMatch(tag -> tag.getKind() == DocTree.Kind.HIDDEN);
  }

  /** Empty where there is none. */
  private String comment(Element element) {
    DocCommentTree tree = environment.getDocTrees().getDocCommentTree(element);
    return tree == null ? "" : tree.toString();
  }

  private void checkType(TypeElement type) {
    requireComment(type);
    List<TypeMirror> named = new ArrayList<>(List.of(type.getSuperclass()));
    named.addAll(type.getInterfaces());
    for (Element member : type.getEnclosedElements()) {
      if (!isShown(member) || !isWritten(member)) {
        continue;
      }
      if (member instanceof ExecutableElement method) {
        checkMethod(method);
        named.add(method.getReturnType());
        method.getParameters().forEach(parameter -> named.add(parameter.asType()));
        named.addAll(method.getThrownTypes());
      } else if (member instanceof VariableElement field) {
        requireComment(field);
        named.add(field.asType());
      }
    }
    named.forEach(name -> requireShown(type, name));
  }

  /** Records and enums have members that nobody has written. */
  private static boolean isWritten(Element member) {
    String name = member.getSimpleName().toString();
    return switch (member.getEnclosingElement().getKind()) {
      case RECORD ->
          !OF_RECORDS.contains(name)
              && ((TypeElement) member.getEnclosingElement())
                  .getRecordComponents().stream()
                      .noneMatch(c -> c.getSimpleName().contentEquals(name));
      case ENUM -> !OF_ENUMS.contains(name);
      default -> true;
    };
  }

  private void checkMethod(ExecutableElement method) {
    if (isOverriding(method) || isOfRecord(method)) {
      return;
    }
    requireComment(method);
    String comment = comment(method);
    method.getParameters().forEach(p -> require(method, comment, "@param " + p.getSimpleName()));
    if (method.getReturnType().getKind() != TypeKind.VOID) {
      require(method, comment, "@return");
    }
    for (TypeMirror thrown : method.getThrownTypes()) {
      require(method, comment, environment.getTypeUtils().asElement(thrown).getSimpleName());
    }
  }

  /** The comment is that of what it overrides, or adds to it. */
  private boolean isOverriding(ExecutableElement method) {
    return method.getAnnotation(Override.class) != null;
  }

  /** The comment of a record names its components. */
  private static boolean isOfRecord(ExecutableElement method) {
    return method.getKind() == ElementKind.CONSTRUCTOR
        && method.getEnclosingElement().getKind() == ElementKind.RECORD;
  }

  private void requireComment(Element element) {
    if (comment(element).isBlank()) {
      report(element, "has no comment");
    }
  }

  private void require(Element element, String comment, CharSequence wanted) {
    if (!comment.contains(wanted)) {
      report(element, "has no " + wanted);
    }
  }

  /** Of types of packages alone nothing is to be seen but what a public type inherits from them. */
  private void requireShown(TypeElement type, TypeMirror named) {
    if (environment.getTypeUtils().asElement(named) instanceof TypeElement element
        && element.getModifiers().contains(Modifier.PUBLIC)
        && element.getQualifiedName().toString().startsWith(OURS)
        && !shown.contains(element.getQualifiedName().toString())) {
      report(type, "names " + named + ", which is not shown");
    }
  }

  private void report(Element element, String problem) {
    Element holder = element.getEnclosingElement();
    reporter.print(Kind.ERROR, holder + ", " + element + ": " + problem);
  }
}
